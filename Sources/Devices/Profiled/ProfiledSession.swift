package import Bluetooth
package import DeviceProfiles
package import Runtime
package import Signals

/// A Bluetooth device that a profile describes: connects, confirms that it is what the profile says, sets it up, streams,
/// and does so again after every interruption until it is cancelled.
///
/// What was missing in between is one `Loss` with cause `disconnected` or `silent`, from the last sample before to the
/// first after; samples that a device sends twice are dropped by its own clock.
package struct ProfiledSession: DeviceSource {
    /// Waits before the next try after a failure, in seconds: bounded, without end. A link that was lost is made again at
    /// once: the radio waits for the device.
    static let backOff: [Double] = [1, 2, 5, 10, 30]

    /// Waits before a pairing that failed is tried again by itself, in seconds: a person who has it made anew is not waited
    /// for, and a device that forgot it is left alone.
    static let pairingBackOff: [Double] = [60, 240, 900, 3600]

    /// Waits before a device that refused its key is tried again, in seconds; the last one again and again. A single answer
    /// may have been anybody's.
    private static let refusalBackOff: [Double] = [60, 86_400]

    /// A link that brought nothing for so long leaves room for advertisements.
    private static let quiet = Duration.seconds(10)

    /// The device, described for the gateway.
    package let device: DeviceDescription
    let address: BluetoothAddress
    let profile: DeviceProfile
    let access: BluetoothAccess
    let settings: SettingValues
    let wanted: Set<Channel>?
    /// The key that its owner has entered; nil for none.
    let key: DeviceKey?
    let central: any BluetoothCentral
    let clock: any HostClock
    let zone: Zone
    /// The feed of advertisements; nil where none is used.
    var feed: AdvertFeed?
    /// What people say about its pairing.
    let pairing = PairingRequests()
    /// What was taken over of what the device had recorded by itself.
    let taken = TakenNames()
    /// What is heard under other addresses; nil where nobody listens.
    var changes: AddressChanges?
    /// The serial number by which the device is known again when its address changes: the owner's consent to that; nil
    /// without.
    var knownSerial: String? { settings["known_serial"].flatMap { $0.isEmpty ? nil : $0 } }

    /// A session that is idle until it is run.
    /// - Parameters:
    ///   - device: what the device is.
    ///   - address: where it is.
    ///   - profile: what it says and how.
    ///   - choices: what a person chose; its profile does not count.
    ///   - central: the radio.
    ///   - clock: the host's clock.
    ///   - zone: the zone of the local time, for devices that show local time.
    /// - Throws: `Failure` for a setting that the profile does not have or does not allow, and for a profile that is not for
    ///   Bluetooth.
    package init(
        device: DeviceDescription, address: BluetoothAddress, profile: DeviceProfile, choices: DeviceChoices,
        central: any BluetoothCentral, clock: any HostClock = WallClock(), zone: Zone = .utc
    ) throws(Failure) {
        guard let access = profile.bluetooth else {
            throw Failure(.usage, "\(profile.name) is not used over Bluetooth; choose another profile.")
        }
        self.device = device
        self.address = address
        self.profile = profile
        self.access = access
        settings = try SettingValues(profile, choices: choices.settings)
        wanted = choices.channels
        key = choices.key
        self.central = central
        self.clock = clock
        self.zone = zone
    }

    /// Connects and streams until it is cancelled.
    /// - Throws: `CancellationError`; `Failure` when the device is not what its profile says.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        var streams = try ProfiledStreams(
            device: device.id, profile: profile, settings: settings, wanted: wanted, clock: clock)
        streams.zoneSeconds = zone.offset(at: clock.now)
        let flow = ProfiledFlow(streams, outlet: outlet)
        flow.tell(.stage(.matched, reason: "The profile \(profile.name) fits.", nextStep: nil), at: clock.now)
        changes?.follow(address, name: device.name, hasConsent: knownSerial != nil, at: clock.now)
        defer { changes?.forget(address) }
        let ear = listen(flow)
        defer { if let ear { feed?.stop(ear) } }
        var failures = 0
        var silences = 0
        var refusals = 0
        var hasStreamed = false
        var pairings = PairingTries(requests: pairing.count)
        while true {
            pairings.take(requests: pairing.count)
            flow.tell(.link(.connecting), at: clock.now)
            let link = ProfiledLink(session: self, flow: flow, mayPair: pairings.mayPair, silences: silences)
            do {
                try await run(link)
            } catch {
                if Task.isCancelled || error is CancellationError {
                    stop(flow)
                    throw CancellationError()
                }
                // The device is looked for where it was heard, or where it was before.
                if error is AddressChanged || error is AnotherDevice { continue }
                hasStreamed = hasStreamed || link.hasStreamed
                // What has streamed is what its profile says; what is not found then is the adapter, which may come back.
                if !hasStreamed, let refusal = error as? Failure, refusal.code == .notFound || refusal.code == .usage {
                    interrupt(flow, error)
                    throw refusal
                }
                let isSilent = (error as? LinkInbox.Ended)?.isSilent == true
                silences = link.hasStreamed ? 0 : isSilent ? silences + 1 : silences
                failures = link.hasStreamed || isSilent ? 0 : failures + 1
                interrupt(flow, error)
                if error.isOfPairing, access.connect.bonding != .never {
                    failures = 0
                    try await settlePairing(&pairings, wasTried: link.mayPair, error, flow)
                }
                refusals = link.hasStreamed ? 0 : refusals
                if error.closed?.isLasting == true {
                    try await stayAway(after: refusals, flow)
                    refusals += 1
                }
            }
            guard failures > 0 else { continue }
            let wait = Self.backOff[min(failures - 1, Self.backOff.count - 1)]
            do {
                try await clock.wait(seconds: wait)
            } catch {
                stop(flow)
                throw error
            }
        }
    }

    /// Runs a link; gives up waiting for the device where it is heard under a new address, and for one under a new address
    /// that cannot be connected.
    private func run(_ link: ProfiledLink) async throws {
        guard let changes, knownSerial != nil, address.changes else { return try await link.run() }
        let (clock, address) = (clock, address)
        let due = clock.elapsed + .seconds(AddressChanges.trial)
        defer {
            if link.isCandidate, !link.isUp { changes.passOver(address, candidate: link.address, at: clock.now) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await link.run() }
            group.addTask {
                while link.isUp || changes.target(of: address).address == link.address {
                    if link.isCandidate, !link.isUp, clock.elapsed >= due { break }
                    try await clock.wait(seconds: 1)
                }
                throw AddressChanged()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// A link failed for want of a pairing. The device is used without one first; where that brings nothing, it is left
    /// alone until a person has it paired anew, or for a long time.
    private func settlePairing(
        _ pairings: inout PairingTries, wasTried: Bool, _ error: any Error, _ flow: ProfiledFlow
    ) async throws {
        flow.tell(
            .stage(
                .interrupted, reason: "Its pairing with this machine is lost, or it was not ready to be paired.",
                nextStep: pairingAdvice), at: clock.now)
        guard let wait = pairings.failed(wasTried: wasTried) else { return }
        let (clock, pairing, requests) = (clock, pairing, pairings.requests)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await pairing.more(than: requests) }
                group.addTask { try await clock.wait(seconds: wait) }
                defer { group.cancelAll() }
                try await group.next()
            }
            try Task.checkCancellation()
        } catch {
            stop(flow)
            throw error
        }
    }

    /// Leaves a device alone that stays closed: without a key for good, as one that is entered begins another session.
    private func stayAway(after refusals: Int, _ flow: ProfiledFlow) async throws {
        do {
            while key == nil { try await clock.wait(seconds: 86_400) }
            try await clock.wait(seconds: Self.refusalBackOff[min(refusals, Self.refusalBackOff.count - 1)])
        } catch {
            stop(flow)
            throw error
        }
    }

    /// What a person can do where the device is not opened.
    private var keyAdvice: String {
        "Enter its key as its maker's app has it: `nightjar devices key \(device.id.rawValue)`."
    }

    /// What a person can do where the pairing is lost.
    var pairingAdvice: String {
        "Put it into pairing mode and have it paired anew: `nightjar devices pair \(device.id.rawValue)`."
    }

    /// Pairs anew; knows no other command.
    /// - Throws: `Failure` when there is no Bluetooth, or for another command.
    package func perform(_ command: DeviceCommand) async throws {
        guard command == .pairAnew else {
            throw Failure(.failed, "\(device.name) does not know the command \(command.name.rawValue).")
        }
        try await central.forget(address)
        pairing.add()
    }

    /// Takes what the device says without a link, while none brings anything.
    private func listen(_ flow: ProfiledFlow) -> UInt64? {
        guard !access.adverts.isEmpty else { return nil }
        return feed?.listen(to: address) { [clock] advertisement in
            flow.with { streams, outlet in
                if let last = streams.lastHeard, clock.elapsed - last < Self.quiet { return }
                _ = streams.hear(advertisement, isStreamed: false, into: outlet)
            }
        }
    }

    private func interrupt(_ flow: ProfiledFlow, _ error: any Error) {
        let ended = error as? LinkInbox.Ended
        let reason = ended?.reason ?? (error as? Failure)?.message ?? "\(error)"
        let now = clock.now
        let usual =
            ended?.isSilent == true
            ? "It is connected again by itself; see that it is worn and awake."
            : "It is connected again by itself as soon as it is near and awake."
        let next = error.closed.map { $0.isLasting ? $0.nextStep ?? keyAdvice : usual } ?? usual
        flow.tell(.stage(.interrupted, reason: reason, nextStep: next), at: now)
        flow.with { streams, outlet in
            streams.interrupt(ended?.isSilent == true ? .silent : .disconnected, reason, at: now, into: outlet)
        }
    }

    private func stop(_ flow: ProfiledFlow) {
        let now = clock.now
        flow.with { streams, outlet in streams.finish("It was told to stop.", at: now, into: outlet) }
        flow.tell(.stage(.stopped, reason: "It was told to stop.", nextStep: nil), at: now)
    }
}

extension Error {
    /// Why the device could not be opened; nil where it was no matter of that.
    fileprivate var closed: ClosedDevice? { (self as? Failure)?.cause as? ClosedDevice }
}

extension Loss.Cause {
    /// The link was up, and nothing arrived.
    package static let silent = Loss.Cause(rawValue: "silent")
}

/// How it stands with the pairing of a device over several links.
struct PairingTries: Sendable {
    /// Requests of people that were taken in.
    private(set) var requests: Int
    /// Whether the next link may pair.
    private(set) var mayPair = true
    private var failures = 0

    init(requests: Int) { self.requests = requests }

    /// Takes in what people said.
    mutating func take(requests: Int) {
        guard requests != self.requests else { return }
        self = PairingTries(requests: requests)
    }

    /// A link failed for want of a pairing.
    /// - Parameter wasTried: whether pairing was tried on it.
    /// - Returns: how long to leave the device alone, in seconds; nil to use it without a pairing at once.
    mutating func failed(wasTried: Bool) -> Double? {
        if wasTried {
            mayPair = false
            failures += 1
            return nil
        }
        mayPair = true
        return ProfiledSession.pairingBackOff[min(max(failures - 1, 0), ProfiledSession.pairingBackOff.count - 1)]
    }
}
