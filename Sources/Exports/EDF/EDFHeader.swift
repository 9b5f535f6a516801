import Signals

/// The header of an EDF+C file: ASCII fields of fixed width, padded with blanks.
struct EDFHeader {
    /// The start of the file, a whole second.
    var start: Instant
    /// The zone of the start time that the header shows.
    var zone: Zone
    /// Number of records.
    var records: Int
    /// The length of a record, in seconds as text of at most 8 characters.
    var recordSeconds: String
    /// Whether the data are generated, not of a person.
    var isSynthetic: Bool
    /// The wearer's name; nil when it was not given.
    var wearer: String?

    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// The header for `signals` and one annotation signal of `annotationBytes` per record.
    func bytes(_ signals: [EDFSignalHeader], annotationBytes: Int) -> [UInt8] {
        let time = zone.civilTime(at: start)
        let date = time.date
        // The two digits of the year stand for 1985 to 2084; other years are in the recording field only.
        let year = (1985...2084).contains(date.year) ? LocalTime.digits(date.year % 100, 2) : "yy"
        let day = "\(LocalTime.digits(date.day, 2)).\(LocalTime.digits(date.month, 2)).\(year)"
        var bytes: [UInt8] = []
        bytes += Self.field("0", 8)
        bytes += Self.field("X X X \(patient)", 80)
        bytes += Self.field(recording(date), 80)
        bytes += Self.field(day, 8)
        bytes += Self.field(LocalTime.clock(time).map { $0 == ":" ? "." : String($0) }.joined(), 8)
        bytes += Self.field("\(256 * (signals.count + 2))", 8)
        bytes += Self.field("EDF+C", 44)
        bytes += Self.field("\(records)", 8)
        bytes += Self.field(recordSeconds, 8)
        bytes += Self.field("\(signals.count + 1)", 4)
        bytes += columns(signals, annotationBytes: annotationBytes)
        return bytes
    }

    /// The name subfield of the patient: ASCII without blanks, as EDF+ asks; X where nobody is named.
    private var patient: String {
        let name = (wearer ?? "").unicodeScalars.map { (33..<127).contains($0.value) ? Character($0) : "_" }.prefix(70)
        return name.isEmpty ? "X" : String(name)
    }

    /// `Startdate`, no hospital code, no technician, the equipment; then, as additional subfields and as far as they
    /// fit, the start in UTC, whether it is synthetic, and the zone: the header's own time has no zone.
    private func recording(_ date: CivilDate) -> String {
        let month = Self.months[date.month - 1]
        var text = "Startdate \(LocalTime.digits(date.day, 2))-\(month)-\(LocalTime.digits(date.year, 4)) X X Nightjar"
        for extra in [LocalTime.iso(start, in: .utc), isSynthetic ? "synthetic" : nil, zone.name] {
            if let extra, text.utf8.count + 1 + extra.utf8.count <= 80 { text += " \(extra)" }
        }
        return text
    }

    private func columns(_ signals: [EDFSignalHeader], annotationBytes: Int) -> [UInt8] {
        let label = signals.flatMap { Self.field($0.label, 16) } + Self.field("EDF Annotations", 16)
        let transducer = signals.flatMap { Self.field($0.transducer, 80) } + Self.field("", 80)
        let dimension = signals.flatMap { Self.field($0.dimension, 8) } + Self.field("", 8)
        let least = signals.flatMap { Self.field($0.physicalMinimum, 8) } + Self.field("-1", 8)
        let most = signals.flatMap { Self.field($0.physicalMaximum, 8) } + Self.field("1", 8)
        let digitalLeast = signals.flatMap { _ in Self.field("-32768", 8) } + Self.field("-32768", 8)
        let digitalMost = signals.flatMap { Self.field("\($0.digitalMaximum)", 8) } + Self.field("32767", 8)
        let filter = signals.flatMap { _ in Self.field(EDFSignalHeader.missingNote, 80) } + Self.field("", 80)
        let samples =
            signals.flatMap { Self.field("\($0.samplesPerRecord)", 8) } + Self.field("\(annotationBytes / 2)", 8)
        let reserved = (0...signals.count).flatMap { _ in Self.field("", 32) }
        return label + transducer + dimension + least + most + digitalLeast + digitalMost + filter + samples + reserved
    }

    /// Printable ASCII of exactly `width` characters; anything else becomes an underscore.
    private static func field(_ text: String, _ width: Int) -> [UInt8] {
        let ascii = text.unicodeScalars.prefix(width).map {
            $0.value >= 0x20 && $0.value < 0x7F ? UInt8($0.value) : 0x5F
        }
        return ascii + Array(repeating: 0x20, count: width - ascii.count)
    }
}
