package import Signals

/// The heart rate that an H10 records by itself while nobody listens, dialogue `polar-h10-recording`: its recording is ended
/// and handed over at each connection, what is not in the store is kept, and only then it is taken off the strap, which has
/// room for one, and the next one begins. A recording knows no time; its name, which was given to it here, says when it
/// began. What another program has it record is left alone.
package struct H10RecordingDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = "polar-h10-recording"
    /// The setting that asks for it: `off`, `take` what was recorded, or `record` the next one, too.
    package static let setting = "memory"

    /// What names of recordings begin with; the second in which they began follows in eight hexadecimal digits.
    static let prefix = "NJ"
    private static let file = "SAMPLES.BPB"
    /// Heart rates that are kept at once.
    private static let batch = 1800
    /// No strap records for longer, in seconds.
    private static let longest: Int64 = 10 * 86_400
    /// A recording is this much shorter than its time at most, and the time from its beginning to the answer is in it.
    private static let slack: Int64 = 15

    private enum Step { case status, stopping, listing, fetching, surveying, removing, starting, over }

    private let isContinued: Bool
    private var talk = PolarFileTalk()
    private var step = Step.status
    /// Names of recordings that are still to be taken over, the newest first, and the one that is.
    private var names: [String] = []
    private var name = ""
    /// When recordings were ended here, by their names; those that ended by themselves are not in it.
    private var stops: [String: Int64] = [:]
    private var exercise: PolarExercise?
    private var start: Int64 = 0
    /// The next heart rate of it.
    private var next = 0
    private var stored: [Range<Int64>] = []
    /// Recordings that stay on the strap.
    private var left = 0

    /// A dialogue that has not begun; nil where the strap's recording is left alone.
    package init?(_ context: DialogueContext) {
        let choice = context.filling.settings[Self.setting]
        guard choice == "take" || choice == "record", context.wanted?.contains(.heartRate) ?? true else { return nil }
        isContinued = choice == "record"
        for name in context.taken {
            let parts = name.split(separator: " ")
            if parts.count == 2, let second = Int64(parts[1]) { stops[String(parts[0])] = second }
        }
    }

    /// The characteristic of its file protocol.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] {
        [PolarFileTalk.characteristic]
    }

    /// A strap writes its recording down before it says that it has ended it.
    package var patience: Double { 15 }

    /// Takes in what the strap said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        guard step != .over else { return [] }
        switch input {
        case .began: return talk.ask(.status)
        case .value(let bytes):
            let (answer, again) = talk.take(bytes)
            guard let answer else { return again }
            return hear(answer, at: now)
        case .stored(let stretches):
            guard step == .surveying else { return [] }
            stored = stretches.map { $0.lowerBound.nanoseconds..<$0.upperBound.nanoseconds }
            return keep(at: now)
        case .kept: return step == .surveying ? keep(at: now) : []
        case .timedOut: return end("it stopped answering")
        case .failed(let reason): return end(reason)
        case .read: return []
        }
    }

    private mutating func end(_ reason: String) -> [DialogueAction] {
        let words = step == .starting ? "It does not record by itself" : "What it has recorded was not all taken over"
        step = .over
        return [.note("\(words): \(reason)."), .end]
    }

    private mutating func hear(_ answer: PolarFileTalk.Answer, at now: Instant) -> [DialogueAction] {
        switch (step, answer) {
        case (.status, .content(let content)):
            guard let status = try? PolarRecordingStatus(content) else { return end("its answer is none") }
            guard status.isOn else { return list() }
            guard Self.start(of: status.name, at: now) != nil else {
                step = .over
                return [.note("It records for another program, which is left alone."), .end]
            }
            (step, name) = (.stopping, status.name)
            return talk.ask(.stop)
        case (.stopping, .content):
            let second = now.nanoseconds / 1_000_000_000
            stops[name] = second
            // It is looked at on the next link, too, where this one is lost in the middle.
            return [.taken("\(name) \(second)")] + list()
        case (.stopping, .refused(PolarFileRequest.notPermitted)): return list()
        case (.listing, .content(let content)):
            guard let folder = try? PolarFolder(content) else { return end("its list of recordings is none") }
            names = folder.entries.map { String($0.name.dropLast()) }
                .filter { name in folder.entries.contains { $0.name == name + "/" } }
                .filter { Self.start(of: $0, at: now) != nil }.sorted(by: >)
            return fetch(at: now)
        case (.fetching, .content(let content)): return survey(content, at: now)
        // A folder without its file was taken over before.
        case (.fetching, .refused(PolarFileRequest.missing)): return fetch(at: now)
        case (.fetching, .refused), (.fetching, .unreadable):
            left += 1
            return fetch(at: now)
        case (.removing, _): return fetch(at: now)
        case (.starting, .content):
            step = .over
            return [.end]
        case (_, .refused(let code)): return end(PolarFileRequest.words(code))
        case (_, .unreadable): return end("its answers come damaged")
        case (_, .content): return []
        }
    }

    private mutating func list() -> [DialogueAction] {
        step = .listing
        return talk.ask(.get("/"))
    }

    /// Asks for the next recording, or begins a new one where there is none left.
    private mutating func fetch(at now: Instant) -> [DialogueAction] {
        (exercise, next, stored) = (nil, 0, [])
        guard names.isEmpty else {
            step = .fetching
            name = names.removeFirst()
            return talk.ask(.get("/\(name)/\(Self.file)"))
        }
        var actions: [DialogueAction] = []
        if left > 0 { actions.append(.note("\(left) of its recordings cannot be used, and stay on it.")) }
        guard isContinued, let title = Self.title(at: now) else {
            step = .over
            return actions + [.end]
        }
        step = .starting
        return actions + talk.ask(.record(title))
    }

    /// A recording has come: asks what of its time is in the store.
    private mutating func survey(_ content: [UInt8], at now: Instant) -> [DialogueAction] {
        guard let start = Self.start(of: name, at: now), let exercise = try? PolarExercise(content),
            !exercise.rates.isEmpty, isPlaced(exercise, from: start, at: now)
        else {
            left += 1
            return fetch(at: now)
        }
        (step, self.start, self.exercise) = (.surveying, start, exercise)
        let (first, last) = (time(of: 0, exercise), time(of: exercise.rates.count, exercise))
        let reach = Int64(exercise.interval) * 1_000_000
        return [
            .survey(
                [.heartRate], Instant(nanoseconds: first - reach)..<Instant(nanoseconds: last + reach),
                apart: max(3, Double(exercise.interval) / 1000 * 2.5))
        ]
    }

    /// Whether the times of its heart rates are known. One that ran until it was ended and is shorter than that has left
    /// something out, nobody knows where.
    private func isPlaced(_ exercise: PolarExercise, from start: Int64, at now: Instant) -> Bool {
        let length = Int64(exercise.rates.count) * Int64(exercise.interval) / 1000
        guard length <= Self.longest, start + length <= now.nanoseconds / 1_000_000_000 + Self.slack else {
            return false
        }
        guard let stop = stops[name] else { return true }
        let passed = stop - start
        return passed - length <= Self.slack + passed / 1000
    }

    /// Keeps the next heart rates that are not in the store; with none left the strap need not have them any more.
    private mutating func keep(at now: Instant) -> [DialogueAction] {
        guard let exercise else { return [] }
        var history = DialogueHistory(sequence: Int64(next))
        var values: [Float] = []
        while next < exercise.rates.count, values.count < Self.batch {
            let (rate, time) = (exercise.rates[next], time(of: next, exercise))
            next += 1
            guard !rate.isNaN, !isStored(time, exercise) else { continue }
            values.append(rate)
            history.times.append(time)
        }
        guard values.isEmpty else {
            history.columns = [.init(.heartRate, .perMinute, values: values)]
            let share = next * 100 / max(1, exercise.rates.count)
            return [
                .progress("It hands over what it has recorded by itself: \(share) %.", nextStep: nil), .keep(history),
            ]
        }
        step = .removing
        return talk.ask(.remove("/\(name)/\(Self.file)"))
    }

    /// A heart rate belongs to the end of its interval.
    private func time(of index: Int, _ exercise: PolarExercise) -> Int64 {
        start * 1_000_000_000 + Int64(index + 1) * Int64(exercise.interval) * 1_000_000
    }

    private func isStored(_ time: Int64, _ exercise: PolarExercise) -> Bool {
        let half = Int64(exercise.interval) * 500_000
        return stored.contains { time >= $0.lowerBound - half && time <= $0.upperBound + half }
    }

    /// The name of a recording that begins now; nil for a clock that is not set.
    static func title(at now: Instant) -> String? {
        let second = now.nanoseconds / 1_000_000_000
        guard earliest <= second, let number = UInt32(exactly: second) else { return nil }
        let digits = String(number, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// When a recording of that name began, in seconds since 1970; nil for one that was not begun here.
    static func start(of name: String, at now: Instant) -> Int64? {
        let digits = name.dropFirst(prefix.count)
        guard name.hasPrefix(prefix), digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
            let second = Int64(digits, radix: 16), second >= earliest, second <= now.nanoseconds / 1_000_000_000
        else { return nil }
        return second
    }

    /// The year 2020: a host whose clock says less has not set it.
    private static let earliest: Int64 = 1_577_836_800
}
