// The search of the documentation's site on a small index.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../../Scripts/packaging/site/search.js', import.meta.url), 'utf8')
const { search } = await import('data:text/javascript,' + encodeURIComponent(source))

const page = (title, kind, words = '') => ({ path: `/documentation/${title}`, title, kind, owner: 'x', summary: '', words })
const entries = [
  page('cardan_update', 'function', 'process one sample'), page('cardan_update_at', 'function'), page('Answers', 'article', 'gimbal lock and yaw at pitch 90'),
  page('fuse', 'command', 'turn logs into attitude --smooth magnetometer'), page('fuse_many', 'function'), page('isGimbalLocked', 'property', 'whether'),
  page('Quaternion', 'struct'), page('quaternion', 'property'), page('init(magneticField:)', 'initializer')]
const titles = (query) => search(entries, query).map(({ title }) => title)

assert.deepEqual(titles('cardan_update'), ['cardan_update', 'cardan_update_at'])
assert.deepEqual(titles('gimbal pitch'), ['Answers'])
assert.deepEqual(titles('gimbal lock'), ['isGimbalLocked', 'Answers'])
assert.equal(titles('fuse')[0], 'fuse')
assert.equal(titles('quaternion')[0], 'Quaternion')
assert.deepEqual(titles('magnet'), ['init(magneticField:)', 'fuse'])
assert.deepEqual(titles('--smooth'), ['fuse'])
assert.deepEqual(titles('gimbal nowhere'), [])
assert.deepEqual(titles('  '), [])
assert.deepEqual(titles('init('), ['init(magneticField:)'])
assert.equal(search(Array.from({ length: 99 }, (_, index) => page(`yaw${index}`, 'property')), 'yaw').length, 12)
console.log('the search works')
