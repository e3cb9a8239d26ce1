import Rotations

/// The shape of any number of readings in bounded memory: their means in the cells of a cubic grid.
///
/// However long the sensor stays in one attitude, each cell counts once, so directions are balanced. When there are too
/// many cells their edge doubles. The order in which cells first appeared is kept: the same readings give the same cloud.
struct ThinnedCloud: Sendable {
  private struct Key: Hashable {
    var x, y, z: Int32

    init?(_ reading: Vector3<Double>, edge: Double) {
      let largest = 1e9
      guard reading.largestMagnitude < largest * edge else { return nil }
      x = Int32((reading.x / edge).rounded(.down))
      y = Int32((reading.y / edge).rounded(.down))
      z = Int32((reading.z / edge).rounded(.down))
    }
  }

  private struct Cell {
    var sum: Vector3<Double>
    var count: Double
  }

  /// The most cells that are kept.
  static let largestCount = 6000

  /// The readings taken.
  private(set) var readingCount = 0
  private var edge: Double
  private var places: [Key: Int] = [:]
  private var cells: [Cell] = []

  /// An empty cloud whose cells have an edge of at least `smallestEdge`.
  init(smallestEdge: Double) { edge = smallestEdge }

  /// The means of the cells, in the order in which they first appeared.
  var points: [Vector3<Double>] { cells.map { $0.sum / $0.count } }

  /// Takes a reading; one that is not finite is left out.
  mutating func add(_ reading: Vector3<Double>) {
    guard reading.isFiniteInLane, let key = Key(reading, edge: edge) else { return }
    readingCount += 1
    merge(Cell(sum: reading, count: 1), at: key)
    if cells.count > Self.largestCount { coarsen() }
  }

  private mutating func merge(_ cell: Cell, at key: Key) {
    if let place = places[key] {
      cells[place].sum += cell.sum
      cells[place].count += cell.count
    } else {
      places[key] = cells.count
      cells.append(cell)
    }
  }

  private mutating func coarsen() {
    let fine = cells
    edge *= 2
    places.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    for cell in fine {
      guard let key = Key(cell.sum / cell.count, edge: edge) else { continue }
      merge(cell, at: key)
    }
  }
}
