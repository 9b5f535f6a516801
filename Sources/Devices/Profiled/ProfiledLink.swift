import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

/// One link of a session, from connecting to its end.
final class ProfiledLink: Sendable {
    /// The time between two looks at the clock.
    private static let look = Duration.seconds(1)
    /// The time between two readings of the signal strength.
    private static let signalEvery = Duration.seconds(10)
    /// A dialogue that failed while other streams come is tried again after so long, twice as long each time up to the
    /// longest.
    static let dialogueWait = Duration.seconds(60)
    static let longestDialogueWait = Duration.seconds(960)
    /// For the writes that stop a device, in seconds. Polar's straps stay awake until they are flat without them.
    private static let goodbyeLimit = 8.0

    let session: ProfiledSession
    let flow: ProfiledFlow
    let inbox = LinkInbox()
    /// Where the device is looked for.
    let address: BluetoothAddress
    /// Whether it has yet to show that it is the device that was known by another address.
    let isCandidate: Bool
    private let linked = Atomic(false)
    /// Whether the device is paired when it demands that.
    let mayPair: Bool
    /// How many links before this one were silent from their beginning.
    private let silences: Int
    /// What people had asked for when it was made.
    private let pairingRequests: Int
    private let number: Int
    private let streamed = Atomic(false)
    /// Whether the device has yet to show by a frame that it is what its profile says.
    private let awaitsFrame: Bool
    /// Writes to be sent before the link ends, in order, such as those that stop a stream.
    let closingWrites = Mutex<[LinkWrite]>([])
    /// The serial number, once the device has said it.
    let serial = Mutex("")
    /// What was found out while the device was set up.
    let state = Mutex(LinkSetup())

    init(session: ProfiledSession, flow: ProfiledFlow, mayPair: Bool = true, silences: Int = 0) {
        self.session = session
        self.flow = flow
        self.mayPair = mayPair && session.access.connect.bonding != .never
        self.silences = silences
        pairingRequests = session.pairing.count
        (address, isCandidate) = session.changes?.target(of: session.address) ?? (session.address, false)
        number = flow.nextLink()
        awaitsFrame = flow.with { streams, _ in !streams.isConfirmed }
    }

    var profile: DeviceProfile { session.profile }
    var access: BluetoothAccess { session.access }
    var clock: any HostClock { session.clock }
    /// Whether there was a link.
    var isUp: Bool { linked.load(ordering: .relaxed) }
    /// Whether data have arrived over this link.
    var hasStreamed: Bool { streamed.load(ordering: .relaxed) }

    /// Connects and streams.
    /// - Throws: always: why the link ended, or why it could not be used.
    func run() async throws {
        let peripheral = try await session.central.connect(to: address, options: options) { [self] event in
            take(event)
        }
        linked.store(true, ordering: .relaxed)
        session.changes?.setLinked(session.address, true, at: clock.now)
        defer { session.changes?.setLinked(session.address, false, at: clock.now) }
        do {
            try await converse(with: peripheral)
        } catch {
            // A request that failed because the link did is told as the link's end.
            let ended = inbox.ended
            await leave(peripheral, saying: ended.map { $0.isSilent || $0.isMismatch } ?? true)
            if let ended, ended.isMismatch { throw Failure(.notFound, ended.reason) }
            throw ended ?? error
        }
    }

    private var options: GATTLinkOptions {
        var options = GATTLinkOptions()
        let connect = access.connect
        if let mtu = connect.mtu { options.transmissionUnit = mtu }
        if let interval = connect.intervalMilliseconds { options.interval = interval }
        if let supervision = connect.supervisionMilliseconds { options.supervisionTimeout = Double(supervision) / 1000 }
        options.mayPair = mayPair
        return options
    }

    private func take(_ event: GATTLinkEvent) {
        switch event {
        case .value(let handle, let bytes, let received):
            if inbox.take(bytes, from: handle) { return }
            guard flow.receive(bytes, from: handle, link: number, at: received) else {
                if awaitsFrame, let stranger = flow.with({ streams, _ in streams.stranger }) {
                    inbox.end(LinkInbox.Ended(reason: stranger, isMismatch: true))
                }
                return
            }
            streamed.store(true, ordering: .relaxed)
            if awaitsFrame { flow.tell(.stage(.confirmed, reason: nil, nextStep: nil), at: received) }
            flow.tell(.link(.streaming), at: received)
            tellStreaming(at: received)
        case .servicesChanged: inbox.end("The device changed what it offers; it is looked at anew.")
        case .notPaired(let reason): inbox.end(LinkInbox.Ended(reason: reason, isUnpaired: true))
        case .disconnected(let reason): inbox.end(reason)
        }
    }

    private func converse(with peripheral: any GATTPeripheral) async throws {
        tell(.connected, "The link is up, \(peripheral.transmissionUnit) bytes at a time.")
        if let least = access.connect.minimumMTU, peripheral.transmissionUnit < least {
            let failure = Failure(
                .failed,
                "\(session.device.name) takes only \(peripheral.transmissionUnit) bytes at a time and needs \(least) to stream. Switch it off and on; if that does not help, use another adapter."
            )
            guard dialogueType != nil else { throw failure }
            obstruct(failure)
        }
        try await confirm(peripheral)
        // What its owner's key makes of a question is shown to no stranger.
        if opensDevice, session.knownSerial != nil {
            await identify(peripheral)
            try recognise()
        }
        try await open(peripheral)
        if !awaitsFrame { tell(.confirmed, nil) }
        if serial.withLock({ $0.isEmpty }) || !opensDevice || session.knownSerial == nil {
            await identify(peripheral)
            try recognise()
        }
        await calibrate(peripheral)
        try await subscribe(peripheral)
        try await start(peripheral)
        inbox.collectNothing()
        tellConfigured()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.takeOver(by: peripheral)
                try await self.inbox.untilEnd()
            }
            group.addTask { try await self.watch(peripheral) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func tell(_ stage: DeviceStage, _ reason: String?, nextStep: String? = nil) {
        // Data may have come before the setting up was answered.
        if hasStreamed, stage == .configured { return }
        flow.tell(.stage(stage, reason: reason, nextStep: nextStep), at: clock.now)
    }

    /// Whether the device says that it is another than the one that is waited for. One under a new address has to say who it
    /// is; one where it always was may be silent about it.
    var isStranger: Bool {
        guard let known = session.knownSerial else { return isCandidate }
        let said = serial.withLock { $0 }
        return said.isEmpty ? isCandidate : said != known
    }

    /// Looks whether the device is the one whose serial number its owner entered.
    private func recognise() throws {
        guard isCandidate else {
            guard isStranger else { return }
            throw Failure(
                .failed,
                "\(session.device.name) says another serial number than the settings do. Correct the one in its settings, or see whose device it is."
            )
        }
        session.changes?.settle(session.address, candidate: address, isSame: !isStranger, at: clock.now)
        guard !isStranger else { throw AnotherDevice() }
        state.withLock { $0.notes.append("It has a new address, and is known by its serial number.") }
    }

    private func tellConfigured() {
        let setup = state.withLock { $0 }
        let doubt = awaitsFrame ? "What it sends first will show whether it is \(profile.name)." : nil
        let words = [doubt, setup.words].compactMap(\.self)
        tell(.configured, words.isEmpty ? nil : words.joined(separator: " "), nextStep: setup.nextStep)
        // Data may have come before it was known what does not.
        if hasStreamed, setup.words != nil { tellStreaming(at: clock.now) }
    }

    /// Tells anew what stands for this link, where something of it has changed.
    func tellState() {
        if hasStreamed { return tellStreaming(at: clock.now) }
        let setup = state.withLock { $0 }
        tell(.configured, setup.words, nextStep: setup.nextStep)
    }

    /// Tells that data come, and what does not.
    private func tellStreaming(at instant: Instant) {
        let setup = state.withLock { $0 }
        flow.tell(
            .stage(number > 1 ? .resumed : .streaming, reason: setup.words, nextStep: setup.nextStep), at: instant)
    }

    /// Looks at the time about once a second: damage to tell, values to read, a device to keep awake, and silence.
    private func watch(_ peripheral: any GATTPeripheral) async throws {
        // By the clock that nobody sets; only what is told has the time of day.
        let began = clock.elapsed
        var schedule = LinkSchedule(access: access, now: began)
        var signal = began - Self.signalEvery
        while true {
            let (now, look) = (clock.now, clock.elapsed)
            let last = flow.with { streams, outlet in
                streams.tick(at: now, into: outlet)
                return streams.lastHeard
            }
            try checkPairing()
            try checkSilence(for: look - max(last ?? began, began), now: now)
            if state.withLock({ $0.isDialogueDue(at: look) }) {
                try await converse(by: peripheral)
                if hasStreamed { tellStreaming(at: clock.now) }
            }
            for index in schedule.dueReadings(at: look) { await read(access.readings[index], peripheral) }
            if schedule.isKeepAliveDue(at: look), let write = access.connect.keepAlive?.write {
                try await self.write(write, peripheral)
            }
            if look - signal >= Self.signalEvery {
                signal = look
                if let rssi = await peripheral.signalStrength() { flow.tell(.signal(rssi: rssi), at: now) }
            }
            try await clock.wait(untilElapsed: look + Self.look)
        }
    }

    /// Gives up a link on which nothing comes. One that has brought nothing at all, like those before it, is left up for
    /// longer each time: a strap that nobody wears is heard as soon as somebody does, and is not worn out by new links.
    private func checkSilence(for time: Duration, now: Instant) throws {
        guard let seconds = access.connect.silenceSeconds, time > .seconds(seconds) else { return }
        let words = "The link is up and nothing has come for"
        if !hasStreamed, silences > 0, time <= Self.patience(seconds, after: silences) {
            guard state.withLock({ $0.isSilenceNew() }) else { return }
            flow.tell(.link(.silent(reason: "\(words) \(seconds) s.")), at: now)
            return tell(
                .interrupted, "It is connected and sends nothing.",
                nextStep: "Put it on and see that it is awake; it is heard as soon as it sends.")
        }
        let reason = "\(words) \(Int(time / .seconds(1))) s."
        flow.tell(.link(.silent(reason: reason)), at: now)
        let ended = LinkInbox.Ended(reason: reason, isSilent: true)
        inbox.end(ended)
        throw ended
    }

    /// How long a link may be silent from its beginning: four times as long as the one before it, a quarter of an hour at
    /// most.
    private static func patience(_ seconds: Int, after silences: Int) -> Duration {
        min(.seconds(seconds) * (1 << (2 * min(silences, 5))), max(.seconds(seconds), .seconds(900)))
    }

    /// A person had it paired anew while it was used without.
    private func checkPairing() throws {
        guard !mayPair, session.pairing.count != pairingRequests else { return }
        let ended = LinkInbox.Ended(reason: "It is paired anew.")
        inbox.end(ended)
        throw ended
    }

    /// Says goodbye where there is still a link, and ends it. Goes on when the session's task is cancelled, for so long that
    /// a link that is gone has ended by its supervision before.
    private func leave(_ peripheral: any GATTPeripheral, saying: Bool) async {
        let writes = saying ? closingWrites.withLock { $0 } : []
        let clock = clock
        await Task {
            if !writes.isEmpty {
                try? await within(Self.goodbyeLimit, of: clock, "") {
                    for write in writes { try? await write.perform(peripheral) }
                }
            }
            await peripheral.disconnect()
        }.value
    }
}
