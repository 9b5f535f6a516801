package import Signals

/// What an armband or a watch of Polar has recorded by itself, dialogue `polar-offline-recordings`: its folders are looked
/// through, the newest first, and of each recording what is not in the store yet is kept. Nothing is removed. A recording's
/// times are those of the device's clock, which what it streams on this link shows; without that nothing can be placed.
package struct PolarFilesDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = "polar-offline-recordings"
    /// The setting that asks for it: `off` or `take`.
    package static let setting = "memory"
    /// The times are by the clock of the samples that stream.
    package static var needsClock: Bool { true }

    private static let root = "/U/0/"
    /// Days, and recordings in all, that are looked at.
    private static let (days, files) = (7, 64)
    /// A recording that is older was made by a clock that has been set since, in nanoseconds.
    private static let oldest: Int64 = 30 * 86_400_000_000_000
    /// Values that are kept at once.
    private static let batch = 8192
    /// The streams by the names of their files, before their number.
    private static let streams: [String: PolarStream] = [
        "ACC": .acceleration, "GYRO": .gyroscope, "MAG": .magnetometer, "PPG": .ppg, "HR": .offlineHeartRate,
        "TEMP": .temperature, "SKINTEMP": .skinTemperature, "ECG": .ecg,
    ]

    private enum Step { case listing, fetching, surveying, over }

    private let wanted: Set<Channel>?
    private let known: Set<String>
    /// Nanoseconds from the device's clock to the host's; nil where that is not known.
    private let offset: Int64?
    private var talk = PolarFileTalk()
    private var step = Step.listing
    /// Folders that are still to be looked through, the next one last.
    private var folders = [root]
    private var folder = ""
    private var found: [(path: String, size: Int)] = []
    private var current: (path: String, size: Int) = ("", 0)
    private var reader: PolarRecordingReader?
    private var stored: [Range<Int64>] = []
    private var left = 0
    private var damaged = 0

    /// A dialogue that has not begun; nil where the device's recordings are left alone.
    package init?(_ context: DialogueContext) {
        guard context.filling.settings[Self.setting] == "take" else { return nil }
        (wanted, known) = (context.wanted, context.taken)
        offset = context.clockOffset.flatMap { abs(Double($0)) < 4e18 ? $0 : nil }
    }

    /// The characteristic of its file protocol.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] {
        [PolarFileTalk.characteristic]
    }

    /// A large file begins late.
    package var patience: Double { 15 }

    /// Takes in what the device said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        guard step != .over else { return [] }
        switch input {
        case .began:
            guard offset != nil else {
                step = .over
                return [
                    .note(
                        "What it has recorded cannot be placed in time: nothing that it streams shows its clock. Have it send its acceleration."
                    ), .end,
                ]
            }
            return goOn(at: now)
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
        step = .over
        return [.note("What it has recorded was not all taken over: \(reason)."), .end]
    }

    private mutating func hear(_ answer: PolarFileTalk.Answer, at now: Instant) -> [DialogueAction] {
        switch (step, answer) {
        case (.listing, .content(let content)):
            if let entries = try? PolarFolder(content) { sort(entries) }
            return goOn(at: now)
        case (_, .refused(PolarFileRequest.busy)): return end("it records now, and hands nothing over meanwhile")
        // A day without a recording.
        case (.listing, .refused(PolarFileRequest.missing)): return goOn(at: now)
        case (.listing, .refused(let code)):
            return folder == Self.root ? end(PolarFileRequest.words(code)) : goOn(at: now)
        case (.fetching, .content(let content)): return survey(content, at: now)
        case (.fetching, .refused), (.fetching, .unreadable): return pass(at: now)
        case (_, .unreadable): return end("its answers come damaged")
        case (.surveying, _), (.over, _): return []
        }
    }

    /// A folder of days, of recordings of a day, or of streams of a recording.
    private mutating func sort(_ entries: PolarFolder) {
        let depth = folder.split(separator: "/").count
        switch depth {
        case 2: folders += entries.folders(digits: 8).prefix(Self.days).reversed().map { "\(folder)\($0)R/" }
        case 4: folders += entries.folders(digits: 6).prefix(Self.files).reversed().map { folder + $0 }
        default:
            for entry in entries.entries where found.count < Self.files && entry.name.hasSuffix(".REC") {
                let kind = String(entry.name.dropLast(4).prefix { $0.isLetter })
                guard let stream = Self.streams[kind], isWanted(stream) else { continue }
                let path = folder + entry.name
                guard !known.contains(Self.key(path, entry.size)) else { continue }
                if entry.size > PolarFileFrames.limit { left += 1 } else { found.append((path, entry.size)) }
            }
        }
    }

    private func isWanted(_ stream: PolarStream) -> Bool {
        wanted.map { !$0.isDisjoint(with: stream.channels) } ?? true
    }

    private static func key(_ path: String, _ size: Int) -> String { "\(path) \(size)" }

    /// Looks through the next folder, or asks for the next recording.
    private mutating func goOn(at now: Instant) -> [DialogueAction] {
        if let next = folders.popLast() {
            (step, folder) = (.listing, next)
            return talk.ask(.get(next))
        }
        guard !found.isEmpty else {
            step = .over
            var actions: [DialogueAction] = []
            if damaged > 0 { actions.append(.lost(blocks: damaged, "blocks that it had recorded came damaged")) }
            if left > 0 { actions.append(.note("\(left) of its recordings cannot be used, and stay on it.")) }
            return actions + [.end]
        }
        (step, current) = (.fetching, found.removeFirst())
        return talk.ask(.get(current.path))
    }

    /// This recording cannot be used.
    private mutating func pass(at now: Instant) -> [DialogueAction] {
        left += 1
        return [.taken(Self.key(current.path, current.size))] + goOn(at: now)
    }

    /// A recording has come: asks what of its time is in the store.
    private mutating func survey(_ content: [UInt8], at now: Instant) -> [DialogueAction] {
        guard let offset, let reader = try? PolarRecordingReader(content), isWanted(reader.stream),
            reader.span.lowerBound + offset > now.nanoseconds - Self.oldest,
            reader.span.upperBound + offset <= now.nanoseconds + 60_000_000_000
        else { return pass(at: now) }
        (step, self.reader, stored) = (.surveying, reader, [])
        let reach: Int64 = 60_000_000_000
        let span =
            Instant(
                nanoseconds: reader.span.lowerBound + offset - reach)..<Instant(
                nanoseconds: reader.span.upperBound + offset + reach)
        return [.survey(reader.stream.channels, span, apart: max(2, (reader.period ?? 1e9) / 1e9 * 2.5))]
    }

    /// Keeps the next samples that are not in the store.
    private mutating func keep(at now: Instant) -> [DialogueAction] {
        guard let offset, var reader else { return [] }
        self.reader = nil
        var history = DialogueHistory()
        var count = 0
        while count < Self.batch, let samples = reader.next() {
            let fresh = samples.times.indices.filter { !isStored(samples.times[$0] + offset, reader.period) }
            guard !fresh.isEmpty else { continue }
            add(samples, fresh, offset, to: &history)
            count = history.columns.first?.values.count ?? 0
        }
        guard history.times.isEmpty else {
            let share = reader.share
            self.reader = reader
            return [
                .progress("It hands over what it has recorded by itself: \(share) %.", nextStep: nil), .keep(history),
            ]
        }
        damaged += reader.damaged + (reader.file.isCut ? 1 : 0)
        return [.taken(Self.key(current.path, current.size))] + goOn(at: now)
    }

    private func add(
        _ samples: PolarRecordingReader.Samples, _ fresh: [Int], _ offset: Int64, to history: inout DialogueHistory
    ) {
        let column = samples.column
        if history.columns.isEmpty {
            history.columns = [.init(column.channel, column.unit, axes: column.axes, values: [])]
        }
        for index in fresh {
            history.columns[0].values += column.values[(index * column.axes)..<((index + 1) * column.axes)]
            history.times.append(samples.times[index] + offset)
        }
    }

    private func isStored(_ time: Int64, _ period: Double?) -> Bool {
        let half = Int64(min(period ?? 1e9, 60e9) / 2)
        return stored.contains { time >= $0.lowerBound - half && time <= $0.upperBound + half }
    }
}
