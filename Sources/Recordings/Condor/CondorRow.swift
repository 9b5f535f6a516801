import Signals

/// One line of a Condor table.
struct CondorRow {
    /// Wall-clock nanoseconds since 1970.
    let stamp: Int64
    /// The values of ``CondorColumns/fields``; NaN for an empty field or a hyphen.
    let values: [Float]

    /// Reads a line; nil when it has another number of fields, no stamp, or a field that is not a number.
    init?(_ line: ArraySlice<UInt8>, columns: CondorColumns) {
        let row = line.withUnsafeBufferPointer { Self.parse($0, columns) }
        guard let row else { return nil }
        (stamp, values) = row
    }

    private static func parse(
        _ line: UnsafeBufferPointer<UInt8>, _ columns: CondorColumns
    ) -> (stamp: Int64, values: [Float])? {
        var starts = [0]
        starts.reserveCapacity(columns.count + 2)
        for index in line.indices where line[index] == UInt8(ascii: ";") { starts.append(index + 1) }
        let count = starts.count
        // Some software ends each line with a separator, and some leaves out columns at the end that it has no sensor
        // for; a field that is read must be there.
        guard count > columns.lastField, count <= columns.count + 1 else { return nil }
        starts.append(line.count + 1)
        let field = { (index: Int) in UnsafeBufferPointer(rebasing: line[starts[index]..<(starts[index + 1] - 1)]) }

        guard var stamp = CondorField.stamp(field(columns.stamp)) else { return nil }
        if let index = columns.milliseconds, index < count, let milliseconds = CondorField.number(field(index)),
            (0..<1000).contains(milliseconds)
        {
            stamp += Int64(milliseconds * 1e6)
        }
        var values: [Float] = []
        values.reserveCapacity(columns.fields.count)
        for index in columns.fields {
            guard let value = CondorField.number(field(index)) else { return nil }
            values.append(value)
        }
        return (stamp, values)
    }
}
