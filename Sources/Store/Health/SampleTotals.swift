package import Signals

/// What samples of one type come to, part by part of time.
package struct SampleTotals: Hashable, Sendable {
    /// The totals of one part.
    package struct Part: Hashable, Sendable {
        /// The span of the part, within what was asked for.
        package var span: Range<Instant>
        /// Samples that begin in it.
        package var count = 0
        /// The least value of those; nil without any.
        package var least: Double?
        /// The greatest value of those; nil without any.
        package var most: Double?
        /// The sum of the values of those, in millionths, so that it is the same in whatever order it is made.
        package var values = Int128(0)
        /// What counts, by the program that stored it, in millionths.
        package var amounts: [String: Int128] = [:]
        /// What counts of sleep and of time awake and in bed, by its word, in millionths of minutes.
        package var stages: [String: Int128] = [:]

        /// Nothing in a stretch of time.
        package init(span: Range<Instant>) { self.span = span }

        /// The mean of the values of samples that begin in it; nil without any.
        package var mean: Double? { count == 0 ? nil : SampleTotals.number(values) / Double(count) }
        /// Programs whose samples count, the one that adds most first.
        package var sources: [String] {
            amounts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        }
        /// Minutes of sleep by stage, and those awake or in bed; empty for anything but sleep.
        package var minutes: [String: Double] { stages.mapValues(SampleTotals.number) }
        /// What its samples come to, in millionths.
        package var amount: Int128 { amounts.values.reduce(0, +) }
        /// What its samples come to; nil when it is not known, as with nothing but time in bed.
        package var sum: Double? { amounts.isEmpty ? nil : SampleTotals.number(amount) }

        /// Adds what another part of the same stretch of time comes to.
        package mutating func add(_ other: Part) {
            count += other.count
            values += other.values
            least = [least, other.least].compactMap(\.self).min()
            most = [most, other.most].compactMap(\.self).max()
            amounts.merge(other.amounts) { $0 + $1 }
            stages.merge(other.stages) { $0 + $1 }
        }
    }

    /// The parts with any samples, in order.
    package var parts: [Part] = []
    /// The unit of the values; nil without a sample.
    package var unit: String?
    /// Whether the values add up, as steps and minutes do; rates, temperatures and the like have a mean, but no sum.
    package var isAmount = true
    /// Programs that have samples in the time asked for, whether they count or not.
    package var sources: Set<String> = []
    /// Samples that do not count as they are in another unit.
    package var otherUnits = 0

    /// Nothing.
    package init() {}

    /// The sum of all parts, exactly; nil when nothing counts or values do not add up.
    package var sum: Double? {
        isAmount && parts.contains { $0.sum != nil } ? Self.number(parts.reduce(0) { $0 + $1.amount }) : nil
    }

    /// The same as one part.
    package func whole(_ span: Range<Instant>) -> SampleTotals {
        var whole = self
        var part = Part(span: span)
        for own in parts { part.add(own) }
        whole.parts = parts.isEmpty ? [] : [part]
        return whole
    }

    /// Adds what the time after this comes to.
    /// - Parameters:
    ///   - next: the totals of that time.
    ///   - span: the part of time in which a part of it lies.
    /// - Returns: false where it is in another unit, and nothing was added.
    package mutating func append(_ next: SampleTotals, in span: (Part) -> Range<Instant>) -> Bool {
        guard next.otherUnits == 0, unit == nil || next.unit == nil || unit == next.unit else { return false }
        if unit == nil { (unit, isAmount) = (next.unit, next.isAmount) }
        sources.formUnion(next.sources)
        for part in next.parts {
            let span = span(part)
            if parts.last?.span != span { parts.append(Part(span: span)) }
            parts[parts.count - 1].add(part)
        }
        return true
    }

    static func number(_ millionths: Int128) -> Double { Double(millionths) / 1e6 }
}

extension SampleTotals {
    var record: [UInt8] {
        var record = RecordWriter(layout: 1)
        record.write(unit) { $0.write($1) }
        record.write(isAmount)
        record.write(otherUnits)
        record.write(sources.sorted()) { $0.write($1) }
        record.write(parts) { record, part in
            record.write(part.span)
            record.write(part.count)
            record.write(part.least) { $0.write($1) }
            record.write(part.most) { $0.write($1) }
            record.write(part.values)
            for amounts in [part.amounts, part.stages] {
                record.write(amounts.sorted { $0.key < $1.key }) { record, amount in
                    record.write(amount.key)
                    record.write(amount.value)
                }
            }
        }
        return record.bytes
    }

    init(_ bytes: [UInt8]) throws(DecodeError) {
        self.init()
        var record = try RecordReader(bytes.span.bytes, layout: 1)
        unit = try record.optionalText()
        isAmount = try record.flag()
        otherUnits = try record.integer()
        for _ in 0..<(try record.count()) { sources.insert(try record.text()) }
        for _ in 0..<(try record.count()) {
            var part = Part(span: try record.range())
            part.count = try record.integer()
            part.least = try record.optionalDouble()
            part.most = try record.optionalDouble()
            part.values = try record.wide()
            part.amounts = try record.amounts()
            part.stages = try record.amounts()
            parts.append(part)
        }
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ value: Int128) {
        write(Int(value >> 64))
        write(Int(truncatingIfNeeded: value))
    }
}

extension RecordReader {
    fileprivate mutating func wide() throws(DecodeError) -> Int128 {
        let high = Int128(try integer())
        return high << 64 | Int128(UInt64(bitPattern: Int64(try integer())))
    }

    fileprivate mutating func amounts() throws(DecodeError) -> [String: Int128] {
        var amounts: [String: Int128] = [:]
        for _ in 0..<(try count()) {
            let name = try text()
            amounts[name] = try wide()
        }
        return amounts
    }
}
