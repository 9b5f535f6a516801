import Glibc
import Recordings
import Signals

/// A text table of acceleration: `time_s,x,y,z`, or `x,y,z` at a steady rate, with or without a header row; read in
/// pieces, so that its length does not matter.
struct AccelerationTable {
    private let file: RecordingFile
    private let line: Timeline?
    private var columns: (time: Int?, axes: [Int])?
    private var isFirst = true
    private var row = 0
    private var samples = 0
    private var times: [Int64] = []
    private var values: [Float] = []
    private static let device = DeviceID(rawValue: "table")

    /// A table in `file`; `rate` in samples per second for one without times.
    init(_ file: RecordingFile, rate: Double?) throws {
        self.file = file
        if let rate {
            guard let line = Timeline(origin: Instant(nanoseconds: 0), hertz: rate) else {
                throw Failure(.usage, "--rate needs samples per second from 0.001 to 1000000, not \(rate).")
            }
            self.line = line
        } else {
            line = nil
        }
    }

    /// Whether `head` is text with numbers and separators rather than a recorder's bytes.
    static func recognizes(_ head: [UInt8]) -> Bool {
        let allowed = head.allSatisfy { (0x20..<0x7F).contains($0) || [9, 10, 13, 0xEF, 0xBB, 0xBF].contains($0) }
        let line = head.prefix { $0 != 10 }
        return allowed && line.contains { [UInt8(ascii: ","), UInt8(ascii: ";"), 9].contains($0) }
    }

    /// Hands all samples to `sink`.
    /// - Throws: `Failure` for a row that is none, with its number; errors of `sink`.
    mutating func read(into sink: inout some RecordingSink) throws {
        var rest: [UInt8] = []
        var offset = 0
        while offset < file.size {
            rest += try file.bytes(at: offset, count: 1 << 20)
            offset = min(file.size, offset + 1 << 20)
            // A number is parsed up to a terminator, which the last row may lack.
            if offset == file.size, rest.last != 10 { rest.append(10) }
            let end = (rest.lastIndex(of: 10) ?? -1) + 1
            guard end > 0 || rest.count < 1 << 16 else {
                throw Failure(.failed, "\(file.name), row \(row + 1) is longer than 65536 bytes: this is no table.")
            }
            try rest.withUnsafeBytes { try rows(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
            rest.removeSubrange(..<end)
            try send(&sink)
        }
    }

    private mutating func send(_ sink: inout some RecordingSink) throws {
        guard !values.isEmpty else { return }
        let steady = line.map { SampleTimes.uniform($0.dropping(samples - values.count / 3)) }
        let batch = SampleBatch(
            device: Self.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: steady ?? .stamped(times), received: Instant(nanoseconds: 0))
        times.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        try sink.receive(batch)
    }

    private mutating func rows(_ bytes: UnsafeRawBufferPointer) throws {
        var start = 0
        while start < bytes.count {
            var end = start
            while bytes[end] != 10 { end += 1 }
            row += 1
            try add(TableRow(UnsafeRawBufferPointer(rebasing: bytes[start...end])))
            start = end + 1
        }
    }

    private mutating func add(_ row: TableRow) throws {
        guard !row.isBlank else { return }
        let columns = try self.columns ?? settle(row)
        self.columns = columns
        defer { isFirst = false }
        if isFirst, row.number(columns.axes[0]) == nil, !row.isEmpty(columns.axes[0]) { return }
        if let column = columns.time {
            guard let time = row.nanoseconds(column) else { throw bad("time", row.text(column)) }
            times.append(time)
        }
        for axis in columns.axes {
            // An empty field is a sample without a value; the aggregation counts it as damaged.
            guard let value = row.isEmpty(axis) ? .nan : row.number(axis) else { throw bad("number", row.text(axis)) }
            values.append(Float(value))
        }
        samples += 1
    }

    /// Which columns are which: by the header row where there is one, else by their number.
    private func settle(_ first: TableRow) throws -> (time: Int?, axes: [Int]) {
        let names = (0..<first.count).map { first.text($0).lowercased() }
        if let x = names.firstIndex(of: "x"), let y = names.firstIndex(of: "y"), let z = names.firstIndex(of: "z") {
            guard let time = names.firstIndex(of: "time_s") else { return try (checkedTime(nil), [x, y, z]) }
            return try (checkedTime(time), [x, y, z])
        }
        guard first.count >= 3 else {
            throw Failure(.failed, "\(file.name) has \(first.count) columns; time_s,x,y,z or x,y,z are needed.")
        }
        return first.count == 3 ? (try checkedTime(nil), [0, 1, 2]) : (try checkedTime(0), [1, 2, 3])
    }

    private func checkedTime(_ column: Int?) throws -> Int? {
        guard column != nil || line != nil else {
            throw Failure(.usage, "\(file.name) has no times: give the samples per second with --rate HZ.")
        }
        guard column == nil || line == nil else {
            throw Failure(.usage, "\(file.name) has times of its own: leave --rate out.")
        }
        return column
    }

    private func bad(_ what: String, _ text: String) -> Failure {
        Failure(.failed, "\(file.name), row \(row): “\(text)” is not a \(what).")
    }
}
