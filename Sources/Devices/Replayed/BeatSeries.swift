package import Recordings
package import Signals

/// Heart beats read from a text file, at the times of the file.
///
/// Read are, known by their content: one interval per line in seconds or in milliseconds (PhysioNet's beat lists,
/// Kubios and others); two columns of time and interval, `t_s,rr_ms`; and Empatica's `IBI.csv`, whose first line holds
/// the start. Whether intervals are seconds or milliseconds follows from their median: below 10 they are seconds.
/// Columns are separated by commas, semicolons, tabs or spaces. A first line without numbers is a header.
package struct BeatSeries: Hashable, Sendable {
    /// The beats in order; `time` is that of the end of the interval. A beat that does not follow the one
    /// before by its interval is labelled `afterGap`.
    package var beats: [Beat]
    /// Where the time line of the file begins: 1970 when it does not say.
    package var start: Instant
    /// Lines that could not be parsed.
    package var losses: [Loss]

    /// Reads a file.
    /// - Throws: `Failure` when the file holds no interval.
    package init(_ file: RecordingFile) throws {
        guard file.size <= Self.largest else {
            throw Failure(.failed, "\(file.name) is larger than any list of beats (\(file.size) bytes).")
        }
        try self.init(text: file.bytes(at: 0, count: file.size), name: file.name)
    }

    /// Reads the bytes of a file of the given name.
    /// - Throws: `Failure` when there is no interval in them.
    package init(text: [UInt8], name: String) throws {
        var table = NumberTable(text)
        start = Instant(nanoseconds: 0)
        if table.rows.first?.values.count == 1, table.rows.first?.hasText == true, let first = table.rows.first,
            let stamp = Instant(secondsSince1970: first.values[0])
        {
            start = stamp
            table.rows.removeFirst()
        }
        let width = table.rows.map(\.values.count).max() ?? 0
        guard width > 0 else {
            throw Failure(
                .failed, "\(name) holds no intervals: it should have one per line, or a time and an interval.")
        }
        beats = []
        losses = []
        let usable = table.rows.filter { $0.values.count == width && ($0.values.last ?? 0) > 0 }
        let median = usable.compactMap(\.values.last).sorted()
        let scale = median.isEmpty || median[median.count / 2] < 10 ? 1000.0 : 1.0
        var damaged = table.damagedLines + (table.rows.count - usable.count)
        var elapsed = 0.0
        for row in usable {
            let interval = (row.values.last ?? 0) * scale
            elapsed = width == 1 ? elapsed + interval / 1000 : row.values[width - 2]
            guard interval < 1e9, elapsed.magnitude < 9e9, append(start.advanced(bySeconds: elapsed), interval) else {
                damaged += 1
                continue
            }
        }
        guard !beats.isEmpty else { throw Failure(.failed, "\(name) holds no intervals above zero.") }
        if damaged > 0 {
            losses.append(
                Loss(.damaged, count: Double(damaged), unit: .samples, channel: .rrInterval, detail: "lines of \(name)")
            )
        }
    }

    private static let largest = 256 << 20

    /// Adds a beat unless it comes before the last one.
    private mutating func append(_ time: Instant, _ interval: Double) -> Bool {
        var label = Beat.Label.normal
        if let last = beats.last {
            guard time > last.time else { return false }
            if time.seconds(since: last.time) - interval / 1000 > 0.05 { label = .afterGap }
        }
        beats.append(Beat(time: time, rr: interval, label: label))
        return true
    }
}
