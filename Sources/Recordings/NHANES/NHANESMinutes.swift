import Signals

/// Minutes of the National Health and Nutrition Examination Survey of 2003 to 2006, one line for each day of each person:
/// `ID,Day,MIN1,…,MIN1440`.
///
/// The survey publishes no dates. The first day is put on Sunday, 2 January 2000, so that days of the week that are
/// numbered from Sunday fit; times are those of the wall.
public enum NHANESMinutes: RecordingFormat {
    /// The short name, `nhanes`.
    public static let name = "nhanes"
    /// The name shown to people.
    public static let title = "NHANES minutes .csv.gz"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let minutes = 1440
    private static let minute: Int64 = 60_000_000_000
    private static let dayLimit = 400
    private static let lineLimit = 1_000_000
    private static let separator = UInt8(ascii: ",")

    /// Whether the first line names a person, a day and minutes.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        let first = head.prefix(200).prefix { $0 != UInt8(ascii: "\n") }
        let names = TableHeading.fields(first, separator).map { String(decoding: $0, as: UTF8.self).uppercased() }
        return names.count >= 4 && ["ID", "SEQN"].contains(names[0]) && ["DAY", "PAXDAY", "WEEKDAY"].contains(names[1])
            && names[2...3] == ["MIN1", "MIN2"]
    }

    /// Decodes the days of one person into `sink`.
    /// - Throws: `Failure` where several people are in the file and none is named, or the one is not there; errors of
    ///   `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard recognizes(head: try file.head(200), fileName: "") else {
            throw Failure(.failed, "\(file.name) does not begin with the heading ID,Day,MIN1,MIN2,….")
        }
        let people = try people(file)
        let wanted = options.columns?.person
        guard let person = wanted ?? (people.count == 1 ? people[0] : nil), people.contains(person) else {
            let some = people.prefix(10).joined(separator: ", ")
            throw Failure(
                .failed,
                wanted == nil
                    ? "\(file.name) holds \(people.count) people (\(some)…): name one, as in `--columns person="
                        + "\(people.first ?? "ID")`."
                    : "\(file.name) holds nobody of the name \(wanted ?? ""); there are \(some)…")
        }
        var rows = EpochRows(columns: 1)
        var damaged = DamagedLines()
        let origin = CivilDate(year: 2000, month: 1, day: 2)?.daysSince1970 ?? 0
        try each(file, options) { number, id, day, line, bytes in
            guard id == person else { return }
            guard let day, (1...dayLimit).contains(day), line.fields.count >= 3 else {
                damaged.add(number)
                return
            }
            let midnight = Int64(origin + day - 1) * 1440
            for index in 0..<min(minutes, line.fields.count - 2) {
                let count = line.number(index + 2, bytes) ?? .nan
                rows.append(stamp: (midnight + Int64(index)) * minute, [count >= 0 ? count : .nan])
            }
            if line.fields.count != minutes + 2 {
                damaged.add(number)
            }
        }
        var table = EpochTable(
            rows: rows, channels: [(RecordedChannel(.counts, axes: ["axis1"], unit: .count), [0])],
            device: DeviceIdentity(maker: "ActiGraph", model: "AM-7164", serial: "NHANES \(person)"),
            metadata: ["person": person, "dates": "none are published; the first day is put on 2000-01-02"],
            losses: damaged.losses(), epoch: minute)
        return try table.handOn(as: name, file, options, into: &sink)
    }

    private static func people(_ file: RecordingFile) throws -> [String] {
        var found: [String] = []
        var known: Set<String> = []
        try each(file, DecodeOptions()) { _, id, _, _, _ in
            if known.count < 100_000, known.insert(id).inserted { found.append(id) }
        }
        return found
    }

    /// Calls `body` with number, person, day and fields of each line below the heading.
    private static func each(
        _ file: RecordingFile, _ options: DecodeOptions,
        _ body: (Int, String, Int?, DelimitedLine, UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        var reader = try LineReader(file)
        var line = DelimitedLine(separator: separator)
        var number = 0
        while number < lineLimit, let next = try reader.next() {
            number += 1
            guard number > 1, !next.isCut else { continue }
            options.progress?(Double(reader.consumed) / Double(max(1, file.size)))
            next.bytes.withUnsafeBufferPointer { bytes in
                guard line.split(bytes), line.fields.count >= 2 else { return }
                let id = String(decoding: bytes[line.fields[0]].prefix(64), as: UTF8.self)
                let day = Int(String(decoding: bytes[line.fields[1]].prefix(8), as: UTF8.self))
                if !id.isEmpty { body(number, id, day, line, bytes) }
            }
        }
    }
}
