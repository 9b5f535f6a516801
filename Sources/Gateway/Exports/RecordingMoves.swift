import Store

/// Counts recordings that were moved to another person or deleted while the gateway runs, so that senders need not read
/// the disk.
struct RecordingMoves {
    private var counts: [RecordingID: Int] = [:]
    private var total = 0
    private var underWay = 0

    /// How often a recording has been moved.
    subscript(_ id: RecordingID) -> Int { counts[id] ?? 0 }

    /// Grows with each; nil while one is on its way, and what is read may be of before or after it.
    var revision: Int? { underWay == 0 ? total : nil }

    /// A move begins.
    mutating func begin() { underWay += 1 }

    /// A move has ended.
    mutating func end() { underWay -= 1 }

    /// Counts a move for each of these recordings.
    mutating func went(_ ids: [RecordingID]) {
        for id in ids { counts[id, default: 0] += 1 }
        total += 1
    }
}
