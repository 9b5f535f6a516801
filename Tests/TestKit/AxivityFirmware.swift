/// The serial side of an Axivity recorder as its published firmware behaves: it acts on carriage returns, knows commands
/// by their beginning, takes an argument from behind any one byte, keeps 128 bytes of a line and 256 of what it says, and
/// loses what nobody fetches. It shares no code with the driver.
package struct AxivityFirmware: Sendable {
    /// What it says of itself.
    package var label = "CWA"
    /// Hexadecimal.
    package var hardware = "17"
    /// On its case.
    package var number: UInt32 = 12_345
    /// Session, rate code, gyroscope and the like, as set.
    package var session = 7
    /// See ``session``.
    package var rateCode = 74
    /// See ``session``; nil for a recorder without one.
    package var gyroscope: Int?
    /// Start as it is told.
    package var start = "0"
    /// Stop as it is told.
    package var stop = "-1"
    /// 14 notes of 32 characters.
    package var notes = [String](repeating: String(repeating: " ", count: 32), count: 14)
    /// Its wall clock, in nanoseconds since 1970.
    package var wall: Int64 = 1_800_000_000_000_000_000
    /// Whether it repeats what it hears.
    package var hasEcho = false
    /// Whether it refuses everything but `ID`.
    package var isLocked = false
    /// The code that unlocks it.
    package var code: UInt16 = 4711
    /// Whether its volume is shown to the host.
    package var isMounted = true
    /// Whether it answers at all.
    package var isSilent = false
    /// Log lines, without number.
    package var log: [String] = []
    /// Whole lines that it heard, in order.
    package private(set) var heard: [String] = []
    /// Bytes that nobody fetched in time.
    package private(set) var lost = 0
    /// Times that its memory was emptied.
    package private(set) var erased = 0
    /// Times that settings were kept.
    package private(set) var committed = 0

    private var line: [UInt8] = []
    private var ring: [UInt8] = []
    private var isStreaming = false
    /// Lines that come after a delay, with the seconds left.
    private var delayed: [(seconds: Double, line: String)] = []
    private var streamed = 0.0
    private var samples = 0

    /// An AX3 in its box.
    package init() {}

    /// Bytes from the host.
    package mutating func receive(_ bytes: [UInt8]) {
        for byte in bytes {
            switch byte {
            case 13:
                let text = String(decoding: line, as: UTF8.self)
                if hasEcho, !text.isEmpty { say(text) }
                line.removeAll()
                isStreaming = false
                if !text.isEmpty { obey(text) }
            case 10: break
            case 8, 127: _ = line.popLast()
            default: if line.count < 127 { line.append(byte) }
            }
        }
    }

    /// What the host fetches.
    package mutating func drain() -> [UInt8] {
        defer { ring.removeAll() }
        return ring
    }

    /// Lets time pass: its clock goes on, delayed work is done, a stream flows.
    package mutating func pass(seconds: Double) {
        wall += Int64(seconds * 1e9)
        for index in delayed.indices { delayed[index].seconds -= seconds }
        while let first = delayed.first, first.seconds <= 0 {
            delayed.removeFirst()
            say(first.line)
        }
        guard isStreaming else { return }
        streamed += seconds
        while streamed >= 655.0 / 65536 {
            streamed -= 655.0 / 65536
            samples += 1
            let gyroscope = gyroscope == nil ? "" : ",1,-2,\(samples % 7)"
            say("\(samples % 5),-3,25\(samples % 10)\(gyroscope)")
        }
    }

    /// Whether something is still to come without another word from the host.
    package var isBusy: Bool { !delayed.isEmpty || isStreaming }

    private mutating func say(_ text: String) {
        guard !isSilent else { return }
        for byte in "\(text)\r\n".utf8 {
            if ring.count < 256 { ring.append(byte) } else { lost += 1 }
        }
    }

    /// What stands behind the name and one byte, whatever that is.
    private func argument(_ text: String, after name: String) -> String? {
        let rest = text.dropFirst(name.count)
        return rest.isEmpty ? nil : String(rest.dropFirst())
    }

    private mutating func obey(_ text: String) {
        heard.append(text)
        let upper = text.uppercased()
        if isLocked, !["ID", "UNLOCK", "LOCK", "STATUS", "SAMPLE"].contains(where: { upper.hasPrefix($0) }) {
            return say("ERROR: Locked.")
        }
        for (name, act) in Self.commands where upper.hasPrefix(name) {
            return act(&self, argument(text, after: name))
        }
        say("ERROR: Unknown command: \(text)")
    }

    private typealias Act = @Sendable (inout AxivityFirmware, String?) -> Void
    private static let commands: [(String, Act)] = [
        (
            "ID",
            { recorder, _ in
                recorder.say("ID=\(recorder.label),\(recorder.hardware),48,\(recorder.number),\(recorder.session)")
            }
        ),
        (
            "TIME",
            { recorder, text in
                if let text, let wall = Self.parse(text) { recorder.wall = wall }
                recorder.say("$TIME=\(Self.words(recorder.wall))")
            }
        ),
        ("LOCK", { recorder, _ in recorder.say("LOCK=\(recorder.isLocked ? 3 : 0)") }),
        (
            "UNLOCK",
            { recorder, text in
                if UInt16(text ?? "") == recorder.code { recorder.isLocked = false }
                recorder.say("LOCK=\(recorder.isLocked ? 3 : 0)")
            }
        ),
        ("SAMPLE", { recorder, text in recorder.sample(Int(text ?? "")) }),
        (
            "STATUS",
            { recorder, text in
                let all = [
                    "TEST=0002", "BATTHEALTH=120", "FTL=0,0,20,2,3,5", "CHECKSUM=0000", "RESTART=3", "NAND=0001",
                ]
                for (index, line) in all.enumerated() where text == nil || Int(text ?? "") == index + 1 {
                    recorder.say(line)
                }
            }
        ),
        (
            "SESSION",
            { recorder, text in
                recorder.session = text.flatMap { Int($0) } ?? recorder.session
                recorder.say("SESSION=\(recorder.session)")
            }
        ),
        (
            "HIBERNATE",
            { recorder, text in
                recorder.start = Self.moment(text) ?? recorder.start
                recorder.say("HIBERNATE=\(recorder.start)")
            }
        ),
        (
            "STOP",
            { recorder, text in
                recorder.stop = Self.moment(text) ?? recorder.stop
                recorder.say("STOP=\(recorder.stop)")
            }
        ),
        (
            "RATE",
            { recorder, text in
                let parts = (text ?? "").split(separator: ",").compactMap { Int($0) }
                if let code = parts.first {
                    recorder.rateCode = code
                    // A gyroscope that is not named is turned off.
                    if recorder.gyroscope != nil { recorder.gyroscope = parts.count > 1 ? parts[1] : 0 }
                }
                let hertz = 3200 >> (15 - (recorder.rateCode & 15))
                recorder.say("RATE=\(recorder.rateCode),\(hertz)\(recorder.gyroscope.map { ",\($0)" } ?? "")")
            }
        ),
        ("MAXSAMPLES", { $0.say("MAXSAMPLES=\(Int($1 ?? "") ?? 0)") }),
        ("DEBUG", { $0.say("DEBUG=\(Int($1 ?? "") ?? 0)") }),
        ("ANNOTATE", { recorder, text in recorder.note(text) }),
        ("COMMIT", { recorder, _ in recorder.change("COMMIT", erase: false) }),
        ("FORMAT", { recorder, _ in recorder.change("FORMAT", erase: true) }),
        ("CLEAR DATA", { recorder, _ in recorder.change("CLEAR", erase: true) }),
        (
            "LOG",
            { recorder, _ in
                for (index, line) in recorder.log.enumerated() { recorder.say("LOG,\(index),\(line)") }
                recorder.say("OK")
            }
        ),
        ("STREAM", { recorder, _ in recorder.isStreaming = true }),
        ("AT", { recorder, _ in recorder.say("OK") }),
    ]

    /// `ANNOTATE` is followed by its number without a separator, so the argument lacks the number's first digit.
    private mutating func note(_ text: String?) {
        guard let last = heard.last else { return }
        let digits = last.dropFirst(8).prefix(2)
        guard let index = Int(digits), notes.indices.contains(index) else { return say("ERROR: Invalid annotation.") }
        if last.count > 10 {
            let note = String(last.dropFirst(11).prefix(32))
            notes[index] = note + String(repeating: " ", count: 32 - note.count)
        }
        say("ANNOTATE\(digits)=\(notes[index])")
    }

    private mutating func sample(_ which: Int?) {
        if which == nil || which == 1 { say("$BATT=697,4083,mV,87,0") }
        if which == nil || which == 2 { say("$LDR=100,9") }
        if which == nil || which == 3 { say("$TEMP=272,297,0.1dC") }
        if which == nil || which == 4 {
            let milliseconds = String(wall / 1_000_000 % 1000)
            let padding = String(repeating: "0", count: 3 - milliseconds.count)
            say("$TIME=\(Self.words(wall)).\(padding)\(milliseconds)")
        }
        if which == nil || which == 5 { say("$ACCEL=1,2,250") }
    }

    /// With its volume shown to a host the work is put off; the word at the end stands on a line of its own.
    private mutating func change(_ name: String, erase: Bool) {
        committed += 1
        if erase { erased += 1 }
        guard isMounted else { return say("COMMIT") }
        say("\(name): Delayed activation.")
        if name == "FORMAT" { delayed.append((1, "FORMAT: Complete.")) }
        delayed.append((1, "COMMIT"))
    }

    private static func moment(_ text: String?) -> String? {
        guard let text else { return nil }
        if let wall = parse(text) { return words(wall) }
        return Int(text).map { String($0) }
    }

    private static func parse(_ text: String) -> Int64? {
        let numbers = text.split { !$0.isNumber }.compactMap { Int64($0) }
        guard numbers.count >= 6, (2000...2063).contains(numbers[0]) else { return nil }
        var days: Int64 = 0
        for year in 1970..<numbers[0] { days += isLeap(year) ? 366 : 365 }
        for month in 1..<max(1, numbers[1]) { days += length(month, numbers[0]) }
        days += numbers[2] - 1
        return (((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]) * 1_000_000_000
    }

    private static func words(_ wall: Int64) -> String {
        let seconds = wall / 1_000_000_000
        var (days, year, month) = (seconds / 86_400, Int64(1970), Int64(1))
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        while days >= length(month, year) {
            days -= length(month, year)
            month += 1
        }
        let two = { (value: Int64) in value < 10 ? "0\(value)" : "\(value)" }
        let day = "\(year)/\(two(month))/\(two(days + 1))"
        return "\(day),\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(_ month: Int64, _ year: Int64) -> Int64 {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month - 1)]
    }
}
