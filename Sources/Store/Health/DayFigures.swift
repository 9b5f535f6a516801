package import Signals

/// What one day of a person came to.
package struct DayFigures: Hashable, Sendable {
    /// A figure with how it was made, or why there is none.
    package struct Figure: Hashable, Sendable {
        /// The value; nil where it cannot be known.
        package var value: Double?
        /// The method or source of the value, or the reason why there is none; for people.
        package var note: String

        /// A figure.
        package init(_ value: Double?, _ note: String) { (self.value, self.note) = (value, note) }
    }

    /// Grows when days come to something else by the same data: what an earlier version made is made anew.
    package static let version = 1
    /// Streams of devices, beside epochs and beats, that figures are made from.
    static let channels: Set<Channel> = ["steps", "oxygen_saturation"].reduce(into: []) {
        $0.insert(Channel(rawValue: $1))
    }

    /// The day.
    package var date: CivilDate
    /// The figures by their names, such as `steps`.
    package var figures: [String: Figure] = [:]
    /// The newest of what they were made from; nil without any.
    package var newest: Instant?

    /// A day of which nothing is known yet.
    package init(_ date: CivilDate) { self.date = date }
}

extension DayFigures {
    var record: [UInt8] {
        var record = RecordWriter(layout: 1)
        record.write(newest) { $0.write($1) }
        record.write(figures.sorted { $0.key < $1.key }) { record, figure in
            record.write(figure.key)
            record.write(figure.value.value) { $0.write($1) }
            record.write(figure.value.note)
        }
        return record.bytes
    }

    init(_ date: CivilDate, _ bytes: [UInt8]) throws(DecodeError) {
        self.init(date)
        var record = try RecordReader(bytes.span.bytes, layouts: 1...1)
        newest = try record.optionalInstant()
        for _ in 0..<(try record.count()) {
            let name = try record.text()
            let value = try record.optionalDouble()
            figures[name] = Figure(value, try record.text())
        }
    }
}
