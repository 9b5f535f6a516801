package import Signals

/// What goes over the line: text that only this file can make, and how its reply ends.
package struct AxivityRequest: Hashable, Sendable {
    /// What ends the reply to a request.
    enum Ending: Hashable, Sendable {
        /// A line that begins with one of these.
        case line([String])
        /// A line that is exactly this; others before it tell of progress.
        case exactly(String)
        /// Lines that begin with `prefix`, then one that is exactly `OK`.
        case list(prefix: String)
        /// Nothing: there is no reply.
        case none
    }

    /// The line to send, without its end.
    let text: String
    let ending: Ending
    /// Seconds until the request counts as unanswered.
    let seconds: Double
    /// The recorder that may be changed by it; nil for a question.
    let confirmed: UInt32?

    fileprivate init(
        _ text: String, _ ending: Ending, seconds: Double = 2, _ confirmation: AxivityConfirmation? = nil
    ) {
        self.text = text
        self.ending = ending
        self.seconds = seconds
        confirmed = confirmation?.number
    }

    /// As it is sent: a line end first, which ends a half line and a stream. Always below 64 bytes.
    var bytes: [UInt8] { Array("\r\n\(text)\r\n".utf8) }
}

/// A request with the kind of its reply. These are all that there are: nothing else can be sent to a recorder.
package struct AxivityCommand<Reply: Sendable>: Sendable {
    /// The line to send, and what ends its reply.
    package let request: AxivityRequest
    let read: @Sendable (_ lines: [String]) throws(DecodeError) -> Reply

    fileprivate init(
        _ request: AxivityRequest, line: @escaping @Sendable (String) throws(DecodeError) -> Reply
    ) {
        self.request = request
        read = { lines throws(DecodeError) in
            guard let last = lines.last else { throw DecodeError(.truncated(needed: 1, available: 0), at: 0) }
            return try line(last)
        }
    }

    fileprivate init(
        _ request: AxivityRequest, lines: @escaping @Sendable ([String]) throws(DecodeError) -> Reply
    ) {
        self.request = request
        read = lines
    }
}

/// The questions whose text is fixed; none of them changes anything.
enum AxivityQuestion: String {
    case identity = "ID"
    case clock = "SAMPLE 4"
    case battery = "SAMPLE 1"
    case batteryHealth = "STATUS 2"
    case memory = "STATUS 3"
    case log = "LOG"
    case rate = "RATE"
    case start = "HIBERNATE"
    case stop = "STOP"
    case lock = "LOCK"
}

extension AxivityCommand {
    /// A request with a reply of one line.
    init(
        asking question: AxivityQuestion, _ prefixes: [String],
        line: @escaping @Sendable (String) throws(DecodeError) -> Reply
    ) {
        self.init(AxivityRequest(question.rawValue, .line(prefixes)), line: line)
    }

    /// A request with a reply of several lines.
    init(
        asking question: AxivityQuestion, list prefix: String,
        lines: @escaping @Sendable ([String]) throws(DecodeError) -> Reply
    ) {
        self.init(AxivityRequest(question.rawValue, .list(prefix: prefix), seconds: 5), lines: lines)
    }
}

extension AxivityCommand where Reply == AxivityLock {
    /// Unlocks the recorder until it is unplugged. It keeps silent for a second after a wrong code.
    package static func unlock(_ code: UInt16, _ confirmation: AxivityConfirmation) -> Self {
        Self(
            AxivityRequest("UNLOCK \(code)", .line(["LOCK="]), seconds: 4, confirmation),
            line: AxivityLock.init(line:))
    }
}

extension AxivityCommand where Reply == AxivityTime {
    /// Sets the clock to a wall time, which is cut to its second.
    package static func setClock(_ wall: CivilTime, _ confirmation: AxivityConfirmation) -> Self {
        let text = "TIME \(AxivityTime.argument(wall))"
        return Self(AxivityRequest(text, .line(["$TIME=", "TIME="]), confirmation), line: AxivityTime.init(line:))
    }
}

extension AxivityCommand where Reply == AxivityRate {
    /// Sets rate and range.
    package static func setRate(_ rate: AxivityRate, _ confirmation: AxivityConfirmation) -> Self {
        Self(AxivityRequest("RATE \(rate.argument)", .line(["RATE="]), confirmation), line: AxivityRate.init(line:))
    }
}

extension AxivityCommand where Reply == AxivitySchedule {
    /// Sets when the next recording begins.
    package static func setStart(_ start: AxivitySchedule, _ confirmation: AxivityConfirmation) -> Self {
        Self(
            AxivityRequest("HIBERNATE \(start.argument)", .line(["HIBERNATE="]), confirmation),
            line: AxivitySchedule.init(line:))
    }

    /// Sets when the next recording ends.
    package static func setStop(_ stop: AxivitySchedule, _ confirmation: AxivityConfirmation) -> Self {
        Self(
            AxivityRequest("STOP \(stop.argument)", .line(["STOP="]), confirmation), line: AxivitySchedule.init(line:))
    }
}

extension AxivityCommand where Reply == AxivityNumber {
    /// The session number stored in the recorder.
    package static var session: Self { number("SESSION", nil, nil) }

    /// Sets the session's number; at most nine digits.
    package static func setSession(_ session: UInt32, _ confirmation: AxivityConfirmation) -> Self {
        number("SESSION", min(session, 999_999_999), confirmation)
    }

    /// Removes the limit on samples: records until the memory is full.
    package static func clearSampleLimit(_ confirmation: AxivityConfirmation) -> Self {
        number("MAXSAMPLES", 0, confirmation)
    }

    /// Turns off the light while it records.
    package static func stopBlinking(_ confirmation: AxivityConfirmation) -> Self { number("DEBUG", 0, confirmation) }

    private static func number(_ name: String, _ value: UInt32?, _ confirmation: AxivityConfirmation?) -> Self {
        Self(AxivityRequest("\(name)\(value.map { " \($0)" } ?? "")", .line(["\(name)="]), confirmation)) {
            line throws(DecodeError) in try AxivityNumber(line: line, name: name)
        }
    }
}

extension AxivityCommand where Reply == Void {
    /// Readings of the sensor, one line after the other, until the next command.
    package static var stream: Self { Self(AxivityRequest("STREAM", .none), lines: { _ in }) }

    /// Keeps the settings without touching recordings.
    package static func commit(_ confirmation: AxivityConfirmation) -> Self {
        Self(AxivityRequest("COMMIT", .exactly("COMMIT"), seconds: 12, confirmation), lines: { _ in })
    }

    /// Empties the memory and keeps the settings; recordings are gone.
    package static func eraseAndCommit(_ confirmation: AxivityConfirmation) -> Self {
        Self(AxivityRequest("FORMAT QC", .exactly("COMMIT"), seconds: 15, confirmation), lines: { _ in })
    }
}

extension AxivityCommand where Reply == AxivityNote {
    /// One of the 14 notes of 32 bytes.
    package static func note(_ index: Int) -> Self {
        let name = name(index)
        return Self(AxivityRequest(name, .line(["\(name)="])), line: AxivityNote.init(line:))
    }

    /// Writes one of the 14 notes; what is not printable ASCII becomes a blank, so that no line end can be in it.
    package static func setNote(_ index: Int, _ text: String, _ confirmation: AxivityConfirmation) -> Self {
        let name = name(index)
        // At least a blank: nothing behind the sign could be read as a question.
        let bytes = (text.isEmpty ? " " : text).utf8.prefix(32).map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }
        let request = AxivityRequest(
            "\(name)=\(String(decoding: bytes, as: UTF8.self))", .line(["\(name)="]), confirmation)
        return Self(request, line: AxivityNote.init(line:))
    }

    private static func name(_ index: Int) -> String {
        let number = min(max(index, 0), 13)
        return "ANNOTATE\(number < 10 ? "0" : "")\(number)"
    }
}

extension AxivityCommand where Reply == AxivityIdentity {
    /// The identity: model, versions and number.
    package static var identity: Self { Self(asking: .identity, ["ID="], line: AxivityIdentity.init(line:)) }
}

extension AxivityCommand where Reply == AxivityTime {
    /// The clock with milliseconds.
    package static var clock: Self { Self(asking: .clock, ["$TIME=", "TIME="], line: AxivityTime.init(line:)) }
}

extension AxivityCommand where Reply == AxivityBattery {
    /// The battery.
    package static var battery: Self { Self(asking: .battery, ["$BATT="], line: AxivityBattery.init(line:)) }
}

extension AxivityCommand where Reply == AxivityBatteryHealth {
    /// The age of the battery.
    package static var batteryHealth: Self {
        Self(asking: .batteryHealth, ["BATTHEALTH="], line: AxivityBatteryHealth.init(line:))
    }
}

extension AxivityCommand where Reply == AxivityMemory {
    /// The wear of the flash memory.
    package static var memory: Self { Self(asking: .memory, ["FTL="], line: AxivityMemory.init(line:)) }
}

extension AxivityCommand where Reply == [AxivityLogEntry] {
    /// What the recorder noted; entries that cannot be read are left out.
    package static var log: Self {
        Self(asking: .log, list: "LOG,", lines: { lines in lines.compactMap { try? AxivityLogEntry(line: $0) } })
    }
}

extension AxivityCommand where Reply == AxivityRate {
    /// Sample rate and range of the next recording.
    package static var rate: Self { Self(asking: .rate, ["RATE="], line: AxivityRate.init(line:)) }
}

extension AxivityCommand where Reply == AxivitySchedule {
    /// When the next recording begins.
    package static var start: Self { Self(asking: .start, ["HIBERNATE="], line: AxivitySchedule.init(line:)) }
    /// When the next recording ends.
    package static var stop: Self { Self(asking: .stop, ["STOP="], line: AxivitySchedule.init(line:)) }
}

extension AxivityCommand where Reply == AxivityLock {
    /// Whether the recorder is locked.
    package static var lock: Self { Self(asking: .lock, ["LOCK="], line: AxivityLock.init(line:)) }
}
