import Signals

/// Reads what ``RecordWriter`` wrote.
struct RecordReader: ~Escapable {
    private var cursor: ByteCursor
    /// The layout of the record.
    let layout: UInt8

    /// A reader of `bytes`.
    /// - Throws: `DecodeError` unless the record is of `layout`.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, layout: UInt8) throws(DecodeError) {
        try self.init(bytes, layouts: layout...layout)
    }

    /// A reader of `bytes`.
    /// - Throws: `DecodeError` unless the record is of one of `layouts`.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, layouts: ClosedRange<UInt8>) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        layout = try cursor.little(UInt8.self)
        guard layouts.contains(layout) else { throw DecodeError(.unsupported("a record of layout \(layout)"), at: 0) }
        self.cursor = cursor
    }

    mutating func integer() throws(DecodeError) -> Int { Int(try cursor.little(Int64.self)) }
    mutating func flag() throws(DecodeError) -> Bool { try cursor.little(UInt8.self) != 0 }
    mutating func double() throws(DecodeError) -> Double { Double(bitPattern: try cursor.little()) }
    mutating func instant() throws(DecodeError) -> Instant { Instant(nanoseconds: try cursor.little()) }

    mutating func range() throws(DecodeError) -> Range<Instant> {
        let (start, end) = (try instant(), try instant())
        guard start <= end else { throw DecodeError(.invalid("an interval that ends first"), at: cursor.offset) }
        return start..<end
    }

    mutating func text() throws(DecodeError) -> String { String(decoding: try bytes(), as: UTF8.self) }
    mutating func bytes() throws(DecodeError) -> [UInt8] { try cursor.array(try integer()) }

    mutating func method() throws(DecodeError) -> Method {
        var method = Method(try text(), version: try integer())
        for _ in 0..<(try count()) {
            let name = try text()
            method.parameters[name] = try double()
        }
        return method
    }

    mutating func estimate() throws(DecodeError) -> Estimate {
        let value = try optionalDouble()
        let reason = try optionalText()
        let confidence = try optionalDouble()
        var estimate = Estimate(unknown: reason ?? "", method: try method())
        estimate.value = value
        estimate.reason = reason
        estimate.confidence = confidence
        return estimate
    }

    mutating func loss() throws(DecodeError) -> Loss {
        let cause = Loss.Cause(rawValue: try text())
        let count = try double()
        let unit = Loss.Unit(rawValue: try text()) ?? .samples
        let (first, end) = (try optionalInstant(), try optionalInstant())
        let channel = try optionalText().map(Channel.init(rawValue:))
        return Loss(cause, count: count, unit: unit, first: first, end: end, channel: channel, detail: try text())
    }

    mutating func optionalDouble() throws(DecodeError) -> Double? { try flag() ? try double() : nil }
    mutating func optionalText() throws(DecodeError) -> String? { try flag() ? try text() : nil }
    mutating func optionalInstant() throws(DecodeError) -> Instant? { try flag() ? try instant() : nil }
    mutating func optionalRange() throws(DecodeError) -> Range<Instant>? { try flag() ? try range() : nil }

    /// The length of a list, each of whose elements takes a byte at least.
    mutating func count() throws(DecodeError) -> Int {
        let count = try integer()
        guard count >= 0, count <= cursor.remaining else {
            throw DecodeError(.invalid("a list of \(count)"), at: cursor.offset)
        }
        return count
    }
}
