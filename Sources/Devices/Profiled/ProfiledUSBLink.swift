import DeviceProfiles
import Runtime
import Signals
import Synchronization
import USB

/// One line of a session with a USB device, from opening it to its end.
final class ProfiledUSBLink: Sendable {
    /// The device does not match its profile.
    struct ProfileMismatch: Error { var reason: String }

    /// Under which the streams know the one source of frames that there is.
    private static let source: UInt16 = 0
    /// The time between two looks at the clock.
    private static let look = Duration.seconds(1)
    /// Bytes that are kept for the answer to a write.
    private static let answerLimit = 4096

    private let session: ProfiledUSBSource
    private let flow: ProfiledFlow
    private let line: any SerialLine
    private let number: Int
    private let inbox = LinkInbox()
    private let frames: Mutex<USBFrames>
    /// What came since the last write that is to be answered; nil while nothing is awaited.
    private let answer = Mutex<[UInt8]?>(nil)
    private let stranger = Mutex<String?>(nil)
    private let isShown = Atomic(false)
    private let streamed = Atomic(false)

    init(_ session: ProfiledUSBSource, flow: ProfiledFlow, line: any SerialLine, isConfirmed: Bool) {
        self.session = session
        self.flow = flow
        self.line = line
        number = flow.nextLink()
        let decoder = flow.with { streams, _ in streams.decoder }
        frames = Mutex(USBFrames(session.access, decoder: decoder, isConfirmed: isConfirmed))
    }

    private var access: USBAccess { session.access }
    private var clock: any HostClock { session.clock }
    /// Whether data have arrived over this line.
    var hasStreamed: Bool { streamed.load(ordering: .relaxed) }

    /// Opens the line and streams.
    /// - Throws: always: why the line ended or cannot be used; ``ProfileMismatch`` for a device that is something else.
    func run() async throws {
        let routes = frames.withLock { $0.routes }
        flow.with { streams, _ in streams.begin(routes: [Self.source: routes], heartHandle: nil) }
        try line.open { [weak self] event in self?.take(event) }
        do {
            try await converse()
        } catch {
            await leave()
            if let reason = stranger.withLock({ $0 }) { throw ProfileMismatch(reason: reason) }
            throw inbox.ended ?? error
        }
    }

    private func converse() async throws {
        flow.tell(.stage(.connected, reason: "\(line.name) is open.", nextStep: nil), at: clock.now)
        for write in access.start { try await self.write(write) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.inbox.untilEnd() }
            group.addTask { try await self.watch() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: what comes

    /// Takes in an event of the serial line, on its thread.
    private func take(_ event: SerialEvent) {
        switch event {
        case .closed(let reason): inbox.end(reason ?? "The line was closed.")
        case .bytes(let bytes):
            let arrival = clock.now
            let awaited = answer.withLock { answer -> [UInt8]? in
                answer = answer.map { Array(($0 + bytes).suffix(Self.answerLimit)) }
                return answer
            }
            if let awaited { inbox.take(awaited, from: Self.source) }
            switch frames.withLock({ $0.take(bytes, at: arrival) }) {
            case .waiting: return
            case .frames(let frames, let skipped, let isFirst): take(frames, skipped: skipped, isFirst, at: arrival)
            case .stranger(let count):
                let reason =
                    "\(count) bytes came from \(line.name), and they are not what \(session.profile.name) sends."
                stranger.withLock { $0 = reason }
                inbox.end(reason)
            }
        }
    }

    private func take(_ frames: [USBFrames.Frame], skipped: Int, _ isFirst: Bool, at arrival: Instant) {
        // What is cut off where a line is entered is no damage; what lies between frames is.
        let isShown = isShown.exchange(true, ordering: .relaxed)
        if skipped > 0, isShown || isFirst {
            flow.with { streams, _ in
                streams.damaged("\(skipped) bytes belong to no frame of \(session.profile.id)", at: arrival)
            }
        }
        if !frames.isEmpty, isFirst || !isShown {
            flow.tell(.stage(.confirmed, reason: nil, nextStep: nil), at: arrival)
            flow.tell(.stage(.configured, reason: nil, nextStep: nil), at: arrival)
        }
        for frame in frames {
            guard flow.receive(frame.bytes, from: Self.source, link: number, at: frame.arrival) else { continue }
            streamed.store(true, ordering: .relaxed)
            flow.tell(.link(.streaming), at: arrival)
            flow.tell(.stage(number > 1 ? .resumed : .streaming, reason: nil, nextStep: nil), at: arrival)
        }
    }

    /// Looks at the time about once a second: damage to tell, and silence.
    private func watch() async throws {
        let began = clock.elapsed
        while true {
            let (now, look) = (clock.now, clock.elapsed)
            let last = flow.with { streams, outlet in
                streams.tick(at: now, into: outlet)
                return streams.lastHeard
            }
            if let limit = access.silenceSeconds, look - max(last ?? began, began) > .seconds(limit) {
                let reason = "\(line.name) is open and nothing has come for \(limit) s."
                flow.tell(.link(.silent(reason: reason)), at: now)
                inbox.end(LinkInbox.Ended(reason: reason, isSilent: true))
                throw LinkInbox.Ended(reason: reason, isSilent: true)
            }
            try await clock.wait(untilElapsed: look + Self.look)
        }
    }

    // MARK: what is written

    private var context: WriteTemplate.Context {
        WriteTemplate.Context(
            settings: session.settings, now: clock.now, zoneSeconds: session.zone.offset(at: clock.now),
            name: session.device.name, serial: session.device.identity.serial)
    }

    private func isDue(_ write: ProfileWrite) -> Bool {
        guard let condition = write.condition else { return true }
        return session.settings[condition.setting].map { condition.values.contains($0) } ?? false
    }

    private func write(_ write: ProfileWrite) async throws {
        guard isDue(write) else { return }
        do {
            try await perform(write)
        } catch {
            guard write.isOptional, inbox.ended == nil, !Task.isCancelled else { throw error }
        }
        if write.waitMilliseconds > 0 {
            try await clock.wait(seconds: Double(write.waitMilliseconds) / 1000)
        }
    }

    private func perform(_ write: ProfileWrite) async throws {
        let bytes = try write.template.bytes(context)
        guard let awaited = write.answer else { return try await line.write(bytes) }
        inbox.collect(Self.source)
        inbox.forget(Self.source)
        answer.withLock { $0 = [] }
        defer {
            answer.withLock { $0 = nil }
            inbox.collectNothing()
        }
        try await line.write(bytes)
        let inbox = inbox
        _ = try await within(
            Double(awaited.withinMilliseconds) / 1000, of: clock,
            "\(session.device.name) did not answer when it was set up. Switch it off and on."
        ) {
            try await inbox.answer(from: Self.source) { said in
                // Something else may still be on its way.
                said.indices.contains { start in
                    let rest = Array(said[start...])
                    return awaited.starts.matches(rest.span.bytes)
                }
            }
        }
    }

    /// Stops what was started where the line is still there, and closes it. Goes on when the session's task is cancelled,
    /// for a few seconds at most.
    private func leave() async {
        let isThere = inbox.ended.map(\.isSilent) ?? true || stranger.withLock { $0 != nil }
        let writes = isThere ? access.stop.filter(isDue).compactMap { try? $0.template.bytes(context) } : []
        let (line, clock) = (line, clock)
        await Task {
            if !writes.isEmpty {
                try? await within(3, of: clock, "") { for bytes in writes { try? await line.write(bytes) } }
            }
            line.close()
        }.value
    }
}
