import CSQLite
import Signals

/// The epochs of one source in order, of which SQLite gives many with each step.
final class EpochRows {
    private let rows: Statement
    fileprivate let seconds: Int
    /// The epochs of this step and where in them ``current`` is.
    fileprivate var found: [Epoch] = []
    private var place = 0
    private var isOver = false

    /// The current epoch; nil after the last.
    var current: Epoch? { place < found.count ? found[place] : nil }

    init(
        _ connection: borrowing Connection, source: Int64, seconds: Int, from start: Instant, to end: Instant
    ) throws(SQLiteError) {
        rows = try connection.prepare(Queries.epochs)
        self.seconds = seconds
        found.reserveCapacity(EpochFunction.most)
        rows.bind(1, source)
        rows.bind(2, seconds)
        rows.bind(3, start.nanoseconds)
        rows.bind(4, end.nanoseconds)
        // Nothing calls the function but a step of `rows`, which goes with this.
        rows.bind(5, reader: self)
        try advance()
    }

    /// Moves to the next epoch.
    @inline(__always)
    func advance() throws(SQLiteError) {
        place += 1
        if place >= found.count { try fill() }
    }

    private func fill() throws(SQLiteError) {
        found.removeAll(keepingCapacity: true)
        place = 0
        guard !isOver else { return }
        isOver = try !rows.step()
    }
}

/// The function of SQL by which rows of epochs get into ``EpochRows``: a condition of the query, false for all rows but
/// each 256th. To step to each row and to ask for each of its columns takes half as long again as to read them.
enum EpochFunction {
    /// Epochs between two steps.
    fileprivate static let most = 256
    private static let arguments: Int32 = 8

    /// Makes the function known as `keeps_epoch`.
    static func register(_ connection: OpaquePointer) {
        sqlite3_create_function_v2(
            connection, "keeps_epoch", arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, keepEpoch, nil, nil, nil)
    }
}

/// A function of the file because C calls it.
private func keepEpoch(_ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, let rows = nj_reader(values[7]) else {
        return sqlite3_result_error(context, "keeps_epoch is for EpochRows", -1)
    }
    let reader = Unmanaged<EpochRows>.fromOpaque(rows).takeUnretainedValue()
    var epoch = Epoch(start: Instant(nanoseconds: sqlite3_value_int64(values[0])), seconds: reader.seconds)
    if let samples = whole(values[1]) {
        epoch.motion = Epoch.Motion(
            samples: samples, enmo: number(values[2]), mad: number(values[3]), angleZ: number(values[4]))
    }
    if let beats = whole(values[5]) { epoch.heart = Epoch.Heart(beats: beats, rate: number(values[6])) }
    reader.found.append(epoch)
    sqlite3_result_int(context, reader.found.count == EpochFunction.most ? 1 : 0)
}

// NULL reads as 0, and asking for the type of each value would cost a third of a long read.

@inline(__always)
private func whole(_ value: OpaquePointer?) -> Int? {
    let number = sqlite3_value_int64(value)
    return number == 0 && sqlite3_value_type(value) == SQLITE_NULL ? nil : Int(number)
}

/// NaN for NULL, which is what SQLite makes of NaN.
@inline(__always)
private func number(_ value: OpaquePointer?) -> Double {
    let number = sqlite3_value_double(value)
    return number == 0 && sqlite3_value_type(value) == SQLITE_NULL ? .nan : number
}

extension Connection {
    /// Hands the epochs of a device to `body` in order, each start once, without holding more than 256 per source.
    ///
    /// Where several sources have an epoch, the newest recording's motion and heart are taken, and what it lacks is
    /// filled in from the others: never added, never doubled.
    borrowing func forEachEpoch(
        of device: DeviceID, seconds: Int, from start: Instant, to end: Instant, _ body: (Epoch) throws -> Void
    ) throws {
        var cursors: [EpochRows] = []
        for source in try sources(of: device) {
            let rows = try EpochRows(self, source: source, seconds: seconds, from: start, to: end)
            if rows.current != nil { cursors.append(rows) }
        }
        while cursors.count > 1, let next = cursors.compactMap({ $0.current?.start }).min() {
            var merged = Epoch(start: next, seconds: seconds)
            for rows in cursors where rows.current?.start == next {
                merged.motion = merged.motion ?? rows.current?.motion
                merged.heart = merged.heart ?? rows.current?.heart
                try rows.advance()
            }
            cursors.removeAll { $0.current == nil }
            try body(merged)
        }
        guard let rows = cursors.first else { return }
        while let epoch = rows.current {
            try body(epoch)
            try rows.advance()
        }
    }
}
