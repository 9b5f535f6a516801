import Analysis
import Signals

/// A sleep diary as text: `asleep,awake[,lights_out]` in wall times, one night per line, with or without that header.
enum DiaryTable {
    /// Reads the entries of a file, or of standard input for `-`.
    /// - Throws: `Failure` when there are none, or a line is no entry.
    static func read(_ path: String, zone: Zone) throws -> [NightBounds] {
        let name = NumberTable.name(of: path)
        let bytes = try NumberTable.bytes(path)
        var entries: [NightBounds] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let fields = String(decoding: line, as: UTF8.self)
                .split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
                .map { String($0.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix { $0 != "\r" }) }
            guard let first = fields.first, !first.isEmpty, first.lowercased() != "asleep" else { continue }
            let times = fields.map { Arguments.wallTime($0).map { zone.instant(of: $0) } }
            guard times.count >= 2, let asleep = times[0], let awake = times[1], asleep < awake,
                times.count < 3 || times[2] != nil || fields[2].isEmpty
            else {
                throw Failure(
                    .failed,
                    "\(name), line \(index + 1): an entry is two times, such as 2024-03-01T23:10,2024-03-02T07:00, and the "
                        + "time of lights out after them where it is known.")
            }
            entries.append(NightBounds(sleepPeriod: asleep..<awake, lightsOut: times.count > 2 ? times[2] : nil))
        }
        guard !entries.isEmpty else { throw Failure(.failed, "\(name) holds no entry of a diary.") }
        return entries
    }
}
