package import Signals

/// The nights that a ring of Viatom has recorded by itself, dialogue `o2ring-files`: each is read in numbered blocks, and what
/// is not in the store yet, because nobody listened when it was measured, is kept. Nothing is erased on the ring, which
/// overwrites its oldest night itself. A file is read from its beginning each time, as nothing in a block shows its place.
package struct O2RingDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = "o2ring-files"

    private static let service = "14839AC4-7D7E-415C-9A42-167340CF2339"
    private static let answers = DialogueCharacteristic(
        uuid: "0734594A-A8E7-4B1A-A6B1-CD5243059A57", service: service)
    private static let commands = "8B00ACE7-EB0B-49B0-BBE9-9AEE0A26E1A3"
    /// The channels of a file; what of them is kept shows what is in the store.
    private static let channels: [Channel] = [.movementIntensity, .oxygenSaturation, .heartRate]
    /// Samples that are kept at once.
    private static let batch = 600 * O2RingFile.recordSize
    /// No ring wears so long on one charge, in seconds.
    private static let longest: Int64 = 4 * 86_400

    /// After so many files without an answer nothing more is asked.
    private static let patientSilences = 2

    private enum Step { case info, opening, reading, closing, surveying }

    /// Those that are wanted; of the first there is a value in each sample.
    private let surveyed: [Channel]
    private var step = Step.info
    private var splitter = FrameSplitter(O2RingMessage.framing, check: FrameCheck(.crc8))
    private var skipped = 0
    private var transfer = ChunkedTransfer(ranges: 0, batch: O2RingFile.headerSize)
    private var info: O2RingMessage.Info?
    private var file: O2RingFile?
    private var size = 0
    /// Seconds from the ring's clock to the host's.
    private var shift: Int64 = 0
    private var chunk = 0
    /// Files of which the ring said nothing more.
    private var silences = 0
    /// Bytes of samples that are not kept yet, and the number of the first.
    private var rest: [UInt8] = []
    private var next = 0
    /// Stretches of the file's time that are in the store.
    private var stored: [Range<Int64>] = []

    /// A dialogue that has not begun; nil where nobody wants what a file holds.
    package init?(_ context: DialogueContext) {
        surveyed = Self.channels.filter { context.wanted?.contains($0) ?? true }
        guard !surveyed.isEmpty else { return nil }
    }

    /// The characteristic on which the ring answers.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] { [answers] }

    /// Rings answer at once, in pieces of twenty bytes.
    package var patience: Double { 5 }

    /// Takes in what the ring said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        switch input {
        case .began: return [say(O2RingMessage.info)]
        case .value(let bytes):
            var whole: [[UInt8]] = []
            splitter.push(bytes.span.bytes) { frame in
                whole.append((0..<frame.byteCount).map { frame.unsafeLoad(fromByteOffset: $0, as: UInt8.self) })
            }
            return whole.flatMap { hear($0, at: now) }
        case .stored(let stretches):
            stored = stretches.map { $0.lowerBound.nanoseconds..<$0.upperBound.nanoseconds }
            return step == .surveying ? fill(at: now) : []
        case .kept: return step == .surveying ? goOn(at: now) : []
        case .timedOut:
            // Something came and was damaged: the ring has answered, and can be asked again.
            if step == .reading, splitter.skippedBytes > skipped {
                skipped = splitter.skippedBytes
                splitter.reset()
                return go(transfer.damaged(), at: now)
            }
            // One that cannot be had is not to keep those before it.
            if step == .opening || step == .reading {
                silences += 1
                if silences <= Self.patientSilences { return go(transfer.refused(), at: now) }
            }
            return unfinished("it stopped answering in the middle of it")
        case .failed(let reason): return unfinished(reason)
        case .read: return []
        }
    }

    private func unfinished(_ reason: String) -> [DialogueAction] {
        guard info?.files.isEmpty == false else { return [.end] }
        return [
            .progress(
                "What it has recorded was not all taken over: \(reason).",
                nextStep: "The rest is taken over at the next connection."), .end,
        ]
    }

    private mutating func hear(_ answer: [UInt8], at now: Instant) -> [DialogueAction] {
        let content = O2RingMessage.content(of: answer)
        switch step {
        case .info:
            guard let info = content.flatMap(O2RingMessage.Info.init) else { return [.end] }
            self.info = info
            shift = now.nanoseconds / 1_000_000_000 - info.clock
            transfer = ChunkedTransfer(ranges: info.files.count, batch: O2RingFile.headerSize)
            return go(transfer.begin(), at: now)
        case .opening:
            guard let content, content.count >= 4 else { return go(transfer.refused(), at: now) }
            size = (0..<4).reduce(0) { $0 | Int(content[$1]) << (8 * $1) }
            return go(transfer.opened(size: size), at: now)
        case .reading:
            guard let content else { return go(transfer.refused(), at: now) }
            return go(transfer.took(chunk, content), at: now)
        case .closing: return go(transfer.closed(), at: now)
        case .surveying: return []
        }
    }

    private mutating func go(_ actions: [ChunkedTransfer.Action], at now: Instant) -> [DialogueAction] {
        actions.flatMap { action -> [DialogueAction] in
            switch action {
            case .open(let range):
                (step, file, rest, next, stored) = (.opening, nil, [], 0, [])
                transfer.batch = O2RingFile.headerSize
                // The newest first: one that cannot be had is not to keep the last night.
                guard let files = info?.files, files.indices.contains(range) else { return [.end] }
                return [say(O2RingMessage.open(files[files.count - 1 - range]))]
            case .fetch(let number):
                guard let block = UInt16(exactly: number) else { return go(transfer.refused(), at: now) }
                (step, chunk, skipped) = (.reading, number, splitter.skippedBytes)
                return [say(O2RingMessage.read(block: block))]
            case .keep(let bytes):
                rest += bytes
                return file == nil ? survey(at: now) : fill(at: now)
            case .acknowledge, .abandon:
                step = .closing
                return [say(O2RingMessage.close)]
            case .end:
                // Not a loss, which would be counted anew at each connection.
                let count = transfer.abandoned
                return (count == 0 ? [] : [.note("\(count) of the files that it has recorded cannot be read.")]) + [
                    .end
                ]
            }
        }
    }

    /// The head of a file has come: asks what of its time is in the store.
    private mutating func survey(at now: Instant) -> [DialogueAction] {
        step = .surveying
        guard let file = try? O2RingFile(rest.span.bytes, size: size) else { return giveUp(at: now) }
        let (start, length) = (file.start + shift, Int64(file.count) * file.interval)
        // One that ends after now was recorded by a clock that was set since.
        guard length <= Self.longest, start + length <= now.nanoseconds / 1_000_000_000 + 60 else {
            return giveUp(at: now)
        }
        self.file = file
        rest.removeFirst(min(rest.count, O2RingFile.headerSize))
        transfer.batch = Self.batch
        let reach = file.interval * 1_000_000_000
        let span =
            Instant(
                nanoseconds: start * 1_000_000_000 - reach)..<Instant(
                nanoseconds: (start + length) * 1_000_000_000 + reach)
        // What came live comes every two seconds, and a hole of less than three samples is none.
        return [.survey(surveyed, span, apart: Double(file.interval) * 2.5)]
    }

    /// Nothing of this file can be placed.
    private mutating func giveUp(at now: Instant) -> [DialogueAction] { go(transfer.unreadable(), at: now) }

    /// Keeps the samples that have come and are not in the store.
    private mutating func fill(at now: Instant) -> [DialogueAction] {
        step = .surveying
        guard let file else { return giveUp(at: now) }
        var history = DialogueHistory(sequence: Int64(next))
        var values: [Channel: [Float]] = [:]
        let whole = rest.count / O2RingFile.recordSize
        for index in 0..<whole {
            let record = O2RingFile.Record(rest[(index * O2RingFile.recordSize)...])
            let measured: [Channel: Float] = [
                .movementIntensity: record.movement, .oxygenSaturation: record.oxygen, .heartRate: record.pulse,
            ]
            let time = self.time(of: next + index, file)
            guard surveyed.contains(where: { measured[$0]?.isNaN == false }), !isStored(time, file) else { continue }
            history.times.append(time)
            for channel in Self.channels { values[channel, default: []].append(measured[channel] ?? .nan) }
        }
        rest.removeFirst(whole * O2RingFile.recordSize)
        next += whole
        history.columns = [
            .init(.oxygenSaturation, .percent, values: values[.oxygenSaturation] ?? []),
            .init(.heartRate, .perMinute, values: values[.heartRate] ?? []),
            .init(.movementIntensity, .count, values: values[.movementIntensity] ?? []),
        ]
        guard !history.times.isEmpty else { return goOn(at: now) }
        let share = min(100, next * 100 / max(1, file.count))
        return [.progress("It hands over what it has recorded by itself: \(share) %.", nextStep: nil), .keep(history)]
    }

    /// Asks for more of the file where something of it is missing.
    private mutating func goOn(at now: Instant) -> [DialogueAction] {
        let isMissing = file.map { file in
            (min(next, file.count)..<file.count).contains { !isStored(time(of: $0, file), file) }
        }
        return go(isMissing == true ? transfer.kept() : transfer.hasAll(), at: now)
    }

    private func time(of index: Int, _ file: O2RingFile) -> Int64 {
        (file.start + shift + Int64(index) * file.interval) * 1_000_000_000
    }

    private func isStored(_ time: Int64, _ file: O2RingFile) -> Bool {
        let half = file.interval * 500_000_000
        return stored.contains { time >= $0.lowerBound - half && time <= $0.upperBound + half }
    }

    private func say(_ bytes: [UInt8]) -> DialogueAction {
        .write(
            DialogueWrite(
                characteristic: Self.commands, service: Self.service, bytes: bytes, withResponse: false,
                mayBeSplit: true))
    }
}
