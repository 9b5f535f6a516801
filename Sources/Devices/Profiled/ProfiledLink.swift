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
    /// For the writes that stop a device, in seconds. Polar's straps stay awake until they are flat without them.
    private static let goodbyeLimit = 8.0

    let session: ProfiledSession
    let flow: ProfiledFlow
    let inbox = LinkInbox()
    private let number: Int
    private let streamed = Atomic(false)
    /// What comes now is an answer, and nothing that streams.
    let handsOver = Atomic(false)
    /// Whether the device has yet to show by a frame that it is what its profile says.
    private let awaitsFrame: Bool
    /// Writes to be sent before the link ends, in order, such as those that stop a stream.
    let closingWrites = Mutex<[LinkWrite]>([])
    /// The serial number, once the device has said it.
    let serial = Mutex("")

    init(session: ProfiledSession, flow: ProfiledFlow) {
        self.session = session
        self.flow = flow
        number = flow.nextLink()
        awaitsFrame = flow.with { streams, _ in !streams.isConfirmed }
    }

    var profile: DeviceProfile { session.profile }
    var access: BluetoothAccess { session.access }
    var clock: any HostClock { session.clock }
    /// Whether data have arrived over this link.
    var hasStreamed: Bool { streamed.load(ordering: .relaxed) }

    /// Connects and streams.
    /// - Throws: always: why the link ended, or why it could not be used.
    func run() async throws {
        let peripheral = try await session.central.connect(to: session.address, options: options) { [self] event in
            take(event)
        }
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
        options.mayPair = connect.bonding != .never
        return options
    }

    private func take(_ event: GATTLinkEvent) {
        switch event {
        case .value(let handle, let bytes, let received):
            inbox.take(bytes, from: handle)
            if handsOver.load(ordering: .relaxed) { return }
            guard flow.receive(bytes, from: handle, link: number, at: received) else {
                if awaitsFrame, let stranger = flow.with({ streams, _ in streams.stranger }) {
                    inbox.end(stranger, isMismatch: true)
                }
                return
            }
            streamed.store(true, ordering: .relaxed)
            if awaitsFrame { flow.tell(.stage(.confirmed, reason: nil, nextStep: nil), at: received) }
            flow.tell(.link(.streaming), at: received)
            flow.tell(
                .stage(number > 1 ? .resumed : .streaming, reason: nil, nextStep: nil), at: received)
        case .servicesChanged: inbox.end("The device changed what it offers; it is looked at anew.")
        case .disconnected(let reason): inbox.end(reason)
        }
    }

    private func converse(with peripheral: any GATTPeripheral) async throws {
        tell(.connected, "The link is up, \(peripheral.transmissionUnit) bytes at a time.")
        if let least = access.connect.minimumMTU, peripheral.transmissionUnit < least {
            throw Failure(
                .failed,
                "\(session.device.name) takes only \(peripheral.transmissionUnit) bytes at a time and needs \(least) to stream. Switch it off and on; if that does not help, use another adapter."
            )
        }
        try await confirm(peripheral)
        if !awaitsFrame { tell(.confirmed, nil) }
        await identify(peripheral)
        try await subscribe(peripheral)
        try await start(peripheral)
        inbox.collectNothing()
        tell(.configured, awaitsFrame ? "What it sends first will show whether it is \(profile.name)." : nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.inbox.untilEnd() }
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
            try checkSilence(for: look - max(last ?? began, began), now: now)
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

    private func checkSilence(for time: Duration, now: Instant) throws {
        guard let limit = access.connect.silenceSeconds, time > .seconds(limit) else { return }
        let reason = "The link is up and nothing has come for \(limit) s."
        flow.tell(.link(.silent(reason: reason)), at: now)
        inbox.end(reason, isSilent: true)
        throw LinkInbox.Ended(reason: reason, isSilent: true)
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
