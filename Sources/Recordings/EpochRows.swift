import Signals

/// The rows of a recorder that keeps one row per epoch, with the wall clock's stamp of each, before they are put in
/// order and handed on.
struct EpochRows {
    /// Wall-clock nanoseconds since 1970 of each row, as stamped.
    private(set) var stamps: [Int64] = []
    /// The values of row `i` begin at `i * columns`; NaN where the row has none.
    private(set) var values: [Float] = []
    /// Values per row.
    let columns: Int

    /// No rows yet, of `columns` values each.
    init(columns: Int) { self.columns = columns }

    /// The number of rows.
    var count: Int { stamps.count }

    /// Appends a row; missing values are NaN.
    mutating func append(stamp: Int64, _ row: [Float]) {
        stamps.append(stamp)
        for column in 0..<columns { values.append(column < row.count ? row[column] : .nan) }
    }

    /// Adds a row of as many values as there are columns.
    mutating func append(stamp: Int64, _ row: UnsafeBufferPointer<Float>) {
        stamps.append(stamp)
        values.append(contentsOf: row)
    }

    /// Adds a row of three values, which is what there are columns.
    mutating func append(stamp: Int64, _ row: (Float, Float, Float)) {
        stamps.append(stamp)
        values.append(row.0)
        values.append(row.1)
        values.append(row.2)
    }

    /// Reserves memory for this many rows.
    mutating func reserve(_ count: Int) {
        stamps.reserveCapacity(count)
        values.reserveCapacity(count * columns)
    }

    /// Adds all rows of `other`, which has the same columns.
    mutating func append(contentsOf other: EpochRows) {
        stamps += other.stamps
        values += other.values
    }

    /// Whether each stamp is later than the one before.
    private var isInOrder: Bool {
        stamps.withUnsafeBufferPointer { stamps in
            var isInOrder = true
            for index in stamps.indices.dropFirst() where stamps[index] <= stamps[index - 1] { isInOrder = false }
            return isInOrder
        }
    }

    /// Sorts by stamp and keeps the first row of each stamp, counting what was out of order and what was there twice.
    mutating func sortAndRemoveDuplicates(wall: RecorderClock) -> [Loss] {
        if isInOrder { return [] }
        var late = 0
        var firstLate: Int64?
        var newest = Int64.min
        for stamp in stamps {
            if stamp < newest {
                late += 1
                firstLate = firstLate ?? stamp
            }
            newest = max(newest, stamp)
        }
        let order = late == 0 ? Array(stamps.indices) : stamps.indices.sorted { (stamps[$0], $0) < (stamps[$1], $1) }
        var kept: [Int] = []
        kept.reserveCapacity(order.count)
        var firstTwice: Int64?
        for index in order {
            if let last = kept.last, stamps[last] == stamps[index] {
                firstTwice = firstTwice ?? stamps[index]
            } else {
                kept.append(index)
            }
        }
        var losses: [Loss] = []
        if let firstLate {
            losses.append(
                Loss(
                    .outOfOrder, count: Double(late), unit: .samples, first: wall.instant(firstLate),
                    detail: "\(late) rows have a stamp before that of an earlier row and were put in order"))
        }
        if let firstTwice {
            let twice = order.count - kept.count
            losses.append(
                Loss(
                    .duplicate, count: Double(twice), unit: .samples, first: wall.instant(firstTwice),
                    detail: "\(twice) rows repeat the stamp of another; the first of each was kept"))
        }
        if late > 0 || firstTwice != nil { self = selecting(kept) }
        return losses
    }

    /// The rows of the given indices, in that order.
    func selecting(_ indices: [Int]) -> EpochRows {
        var rows = EpochRows(columns: columns)
        rows.stamps.reserveCapacity(indices.count)
        rows.values.reserveCapacity(indices.count * columns)
        for index in indices {
            rows.stamps.append(stamps[index])
            rows.values += values[(index * columns)..<((index + 1) * columns)]
        }
        return rows
    }

    /// The commonest distance of neighbouring stamps, in nanoseconds; nil with fewer than two rows.
    var commonestStep: Int64? {
        var histogram: [Int64: Int] = [:]
        var (step, run): (Int64, Int) = (0, 0)
        for index in stamps.indices.dropFirst() {
            let next = stamps[index] &- stamps[index - 1]
            if next != step {
                if step > 0 { histogram[step, default: 0] += run }
                (step, run) = (next, 0)
            }
            run += 1
        }
        if step > 0 { histogram[step, default: 0] += run }
        return histogram.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

/// A recorder's clock without a zone: one offset from UTC for the whole recording, because such a clock does not
/// follow daylight saving.
struct RecorderClock {
    /// Seconds east of UTC.
    let offset: Int

    /// A clock with a fixed offset.
    init(offset: Int) { self.offset = offset }

    /// The offset that `zone` has when its wall shows `firstStamp`.
    init(zone: Zone, firstStamp: Int64) {
        offset = zone.offset(at: zone.instant(of: CivilTime(nanoseconds: firstStamp)))
    }

    /// The instant at which the clock shows `stamp`.
    func instant(_ stamp: Int64) -> Instant {
        Instant(nanoseconds: stamp).advanced(byNanoseconds: -Int64(offset) * 1_000_000_000)
    }
}

extension Loss.Cause {
    /// Rows or samples stored in another order than that of their stamps.
    static let outOfOrder = Loss.Cause(rawValue: "out_of_order")
}
