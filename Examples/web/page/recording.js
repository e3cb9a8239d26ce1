// A recording on the page: fused by the worker, read at any time.

/**
 * Fuses a log in its own worker.
 * @param {File} file
 * @param {(share: number, count: number) => void} onProgress
 */
export function openRecording(file, onProgress) {
  const worker = new Worker('worker.js', { type: 'module' })
  const result = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.isReady) worker.postMessage({ file })
      else if (data.error) reject(new Error(data.error))
      else if (data.result) resolve(new Recording(data.result))
      else onProgress(data.progress, data.count)
    }
    worker.onerror = (event) => reject(new Error(event.message || 'the worker cannot be started'))
  }).finally(() => worker.terminate())
  return { result, cancel: () => worker.terminate() }
}

/** Attitude over time. */
class Recording {
  constructor(result) { Object.assign(this, result) }

  /** Seconds from the first to the last sample. */
  get duration() { return Math.max(0, this.time.at(-1) - this.time[0]) }

  /** Whether it is long enough to time the filter, which the browser recompiles during its first run. */
  get isTimed() { return this.count >= 100_000 }

  /** The last row at or before a time in seconds since the first one. */
  rowAt(seconds) {
    let [low, high] = [0, this.count - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.time[middle] - this.time[0] <= seconds) low = middle
      else high = middle - 1
    }
    return low
  }

  quaternionOfRow(row) { return this.quaternion.subarray(4 * row, 4 * row + 4) }
}
