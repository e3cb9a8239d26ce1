// Makes the page work offline: loaded files are cached, and refreshed from the network if available.

const cacheName = 'cardan'
const files = [
  './', 'body.js', 'cardan.js', 'cardan.wasm', 'chart.js', 'curves.js', 'example.csv', 'findings.js', 'gestures.js', 'icon.svg', 'instruments.js',
  'legend.js', 'live.js', 'log.js', 'log.wasm', 'manifest.webmanifest', 'page.js', 'palette.css', 'phone.js', 'player.js', 'recording.js', 'reduction.js', 'shapes.js', 'style.css', 'trace.js',
  'view.js', 'worker.js']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request))
})

async function answer(request) {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true })
    if (kept) return kept
    throw error
  }
}
