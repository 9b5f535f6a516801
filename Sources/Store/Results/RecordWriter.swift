import Signals

/// Writes values one after the other, little-endian and without names; what ``RecordReader`` reads back to the same
/// bits. A record begins with the number of its layout, so that an old one stays readable when fields are added.
struct RecordWriter {
    private var writer = ByteWriter()

    init(layout: UInt8) { writer.append(layout) }

    /// The record so far.
    var bytes: [UInt8] { writer.bytes }

    mutating func write(_ value: Int) { writer.append(Int64(value)) }
    mutating func write(_ value: Bool) { writer.append(value ? 1 : 0 as UInt8) }
    mutating func write(_ value: Double) { writer.append(value.bitPattern) }
    mutating func write(_ value: Instant) { writer.append(value.nanoseconds) }
    mutating func write(_ value: Range<Instant>) {
        write(value.lowerBound)
        write(value.upperBound)
    }

    mutating func write(_ value: String) {
        write(value.utf8.count)
        writer.append(bytes: value.utf8)
    }

    mutating func write(bytes: [UInt8]) {
        write(bytes.count)
        writer.append(bytes: bytes)
    }

    mutating func write(_ value: Method) {
        write(value.name)
        write(value.version)
        // In a fixed order: equal methods are equal bytes.
        write(value.parameters.sorted { $0.key < $1.key }) { record, parameter in
            record.write(parameter.key)
            record.write(parameter.value)
        }
    }

    mutating func write(_ value: Estimate) {
        write(value.value) { $0.write($1) }
        write(value.reason) { $0.write($1) }
        write(value.confidence) { $0.write($1) }
        write(value.method)
    }

    mutating func write(_ value: Loss) {
        write(value.cause.rawValue)
        write(value.count)
        write(value.unit.rawValue)
        write(value.first) { $0.write($1) }
        write(value.end) { $0.write($1) }
        write(value.channel?.rawValue) { $0.write($1) }
        write(value.detail)
    }

    mutating func write<T>(_ value: T?, _ body: (inout RecordWriter, T) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    mutating func write<T>(_ values: [T], _ body: (inout RecordWriter, T) -> Void) {
        write(values.count)
        for value in values { body(&self, value) }
    }
}
