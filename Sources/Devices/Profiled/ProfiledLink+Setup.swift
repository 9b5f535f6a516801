import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

extension ProfiledLink {
    /// The characteristic of a profile's name; nil when the device lacks it.
    func find(_ uuid: String, _ service: String?, _ peripheral: any GATTPeripheral) -> GATTCharacteristic? {
        guard let uuid = BluetoothUUID(uuid) else { return nil }
        return peripheral.database.characteristic(uuid, in: service.flatMap { BluetoothUUID($0) })
    }

    func missing(_ uuid: String) -> Failure {
        Failure(
            .notFound,
            "\(session.device.name) has no characteristic \(uuid), which \(profile.name) needs. Choose another profile for it, or restart it if its firmware was just updated."
        )
    }

    /// Checks that the device is what its profile says.
    func confirm(_ peripheral: any GATTPeripheral) async throws {
        for rule in profile.confirm {
            switch rule {
            case .characteristic(let uuid):
                guard find(uuid, nil, peripheral) != nil else { throw missing(uuid) }
            case .text(let uuid, let pattern):
                guard let characteristic = find(uuid, nil, peripheral) else { throw missing(uuid) }
                let text = Self.text(try await peripheral.read(characteristic))
                guard pattern.matches(text) else {
                    throw Failure(
                        .notFound,
                        "\(session.device.name) says “\(text)” where \(profile.name) says “\(pattern)”: it only looks alike. Choose another profile for it."
                    )
                }
            // What it sends by itself is looked at when it comes.
            case .firstFrame: break
            }
        }
    }

    /// Reads what the device says of itself; whatever cannot be read is left as it was.
    func identify(_ peripheral: any GATTPeripheral) async {
        var identity = session.device.identity
        let texts: [(UInt32, WritableKeyPath<DeviceIdentity, String>)] = [
            (0x2A29, \.maker), (0x2A24, \.model), (0x2A25, \.serial), (0x2A26, \.firmware),
        ]
        var isKnown = false
        for (number, path) in texts {
            guard let characteristic = peripheral.database.characteristic(BluetoothUUID(number)),
                characteristic.properties.contains(.read), let bytes = try? await peripheral.read(characteristic)
            else { continue }
            let text = Self.text(bytes)
            guard !text.isEmpty else { continue }
            identity[keyPath: path] = text
            if number == 0x2A25 { serial.withLock { $0 = text } }
            isKnown = true
        }
        // Somebody else's name and battery are not this device's.
        guard !isStranger else { return }
        if isKnown { flow.tell(.identified(identity), at: clock.now) }
        await readBattery(peripheral)
    }

    private func readBattery(_ peripheral: any GATTPeripheral) async {
        // A profile that knows of a battery reads it as its own frame.
        guard !access.readings.contains(where: { $0.characteristic == "2A19" }),
            let battery = peripheral.database.characteristic(BluetoothUUID(0x2A19)),
            battery.properties.contains(.read), let percent = try? await peripheral.read(battery).first,
            percent <= 100
        else { return }
        flow.tell(.battery(percent: Int(percent)), at: clock.now)
    }

    /// The text of a characteristic: some devices end it with zeros.
    private static func text(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// A characteristic that is to be subscribed to.
    private struct Target {
        var characteristic: GATTCharacteristic
        var isOptional: Bool
        /// Whether the dialogue needs it.
        var isOfDialogue: Bool
        /// The samples that come without the dialogue; empty for none.
        var brings: [Channel] = []
    }

    /// Subscribes to everything that is wanted; what values mean is told before the first can come.
    func subscribe(_ peripheral: any GATTPeripheral) async throws {
        var routes: [UInt16: [Int]] = [:]
        var heart: UInt16?
        var targets: [Target] = []
        let spoken = opensDevice ? [] : dialogueTargets(peripheral)
        for subscription in access.subscriptions where isWanted(subscription) {
            guard var target = find(subscription.characteristic, subscription.service, peripheral) else {
                guard subscription.isOptional else { throw missing(subscription.characteristic) }
                continue
            }
            // What is not offered as a notification is asked for as an indication.
            if subscription.indications, target.properties.contains(.indicate) { target.properties.remove(.notify) }
            guard target.properties.contains(.notify) || target.properties.contains(.indicate) else { continue }
            if target.uuid == BluetoothUUID(0x2A37) { heart = target.value }
            routes[target.value] = subscription.frames.compactMap(frameIndex)
            let isOfDialogue = spoken.contains { $0.value == target.value }
            targets.append(
                Target(
                    characteristic: target, isOptional: subscription.isOptional, isOfDialogue: isOfDialogue,
                    brings: isOfDialogue ? [] : samples(of: subscription)))
        }
        for target in spoken where !targets.contains(where: { $0.characteristic.value == target.value }) {
            targets.append(Target(characteristic: target, isOptional: true, isOfDialogue: true))
        }
        for (characteristic, isOptional) in answering(peripheral) {
            inbox.collect(characteristic.value)
            guard !targets.contains(where: { $0.characteristic.value == characteristic.value }) else { continue }
            targets.append(Target(characteristic: characteristic, isOptional: isOptional, isOfDialogue: false))
        }
        let logged = flow.with { streams, _ in
            streams.begin(routes: routes, heartHandle: heart)
            return streams.logged
        }
        for stream in logged {
            guard let channel = stream.channel, let newest = await flow.newest(channel) else { continue }
            flow.with { streams, _ in streams.takeUp(stream, after: newest) }
        }
        for target in targets { try await subscribe(to: target, peripheral) }
        let setup = state.withLock { $0 }
        if !setup.locked.isEmpty, !setup.hasOtherStreams, !setup.hasDialogue {
            let reason = "it gives nothing without being paired"
            throw Failure(
                .failed, "\(session.device.name) cannot be used: \(reason).", cause: PairingFailure(reason: reason))
        }
    }

    private func subscribe(to target: Target, _ peripheral: any GATTPeripheral) async throws {
        do {
            try await peripheral.subscribe(to: target.characteristic)
            state.withLock { state in
                state.hasOtherStreams = state.hasOtherStreams || !target.brings.isEmpty
                state.hasDialogue = state.hasDialogue || target.isOfDialogue
            }
        } catch {
            let isLocked = !mayPair && error.isOfPairing
            guard target.isOptional || isLocked, inbox.ended == nil, !Task.isCancelled else { throw error }
            if isLocked { lock(target) }
            if target.isOfDialogue { obstruct(error as? Failure ?? Failure(.failed, "\(error)")) }
        }
    }

    private func lock(_ target: Target) {
        guard !target.brings.isEmpty || target.isOfDialogue else { return }
        let names = target.brings.map { $0.rawValue.split(separator: "_").joined(separator: " ") }
        state.withLock { state in
            state.locked.append(
                MissingStream(
                    name: names.isEmpty ? "what it starts on request" : names.joined(separator: ", "),
                    channels: target.brings, reason: "it gives it only to whom it is paired with",
                    nextStep: session.pairingAdvice))
        }
    }

    /// The characteristics that the profile's dialogue needs; one that the device lacks is noted.
    private func dialogueTargets(_ peripheral: any GATTPeripheral) -> [GATTCharacteristic] {
        var targets: [GATTCharacteristic] = []
        for needed in dialogueCharacteristics {
            if let target = find(needed.uuid, needed.service, peripheral) {
                targets.append(target)
            } else {
                obstruct(
                    missing(needed.uuid),
                    because: "it has no characteristic \(needed.uuid), as with old firmware; an update may bring it")
            }
        }
        return targets
    }

    /// The samples that a subscription brings, without what the device says of itself.
    private func samples(of subscription: BluetoothAccess.Subscription) -> [Channel] {
        let channels = outputs(of: subscription).map(\.channel).filter { $0.rawValue != "battery_level" }
        return channels.isEmpty && BluetoothUUID(subscription.characteristic) == BluetoothUUID(0x2A37)
            ? [.heartRate] : channels
    }

    /// What the frames of a subscription give; a part of a joined frame gives what that one does.
    private func outputs(of subscription: BluetoothAccess.Subscription) -> [FrameFormat.Output] {
        subscription.frames.flatMap { name in
            profile.frames.filter { $0.id == name || $0.parts.contains(name) }.flatMap(\.outputs)
        }
    }

    private func frameIndex(_ id: String) -> Int? { profile.frames.firstIndex { $0.id == id } }

    private func isWanted(_ subscription: BluetoothAccess.Subscription) -> Bool {
        guard let wanted = session.wanted, !subscription.frames.isEmpty else { return true }
        let outputs = outputs(of: subscription)
        return outputs.isEmpty
            || outputs.contains { wanted.contains($0.channel) || $0.channel.rawValue == "battery_level" }
    }

    /// The characteristics on which answers to writes come, and whether the session can do without them.
    private func answering(_ peripheral: any GATTPeripheral) -> [(GATTCharacteristic, isOptional: Bool)] {
        var found: [(GATTCharacteristic, isOptional: Bool)] = []
        let writes = access.start + access.stop + (access.connect.keepAlive.map { [$0.write] } ?? [])
        for write in writes where isDue(write) && !isOfDialogue(write) {
            guard let answer = write.answer,
                let characteristic = find(
                    answer.characteristic ?? write.characteristic, write.service, peripheral)
                    ?? find(answer.characteristic ?? write.characteristic, nil, peripheral)
            else { continue }
            if let known = found.firstIndex(where: { $0.0 == characteristic }) {
                found[known].isOptional = found[known].isOptional && write.isOptional
            } else {
                found.append((characteristic, write.isOptional))
            }
        }
        return found
    }

    /// Sets the device up: by the profile's writes, and by its dialogue where it has one.
    func start(_ peripheral: any GATTPeripheral) async throws {
        var goodbye: [LinkWrite] = []
        for write in access.stop where isDue(write) && !isOfDialogue(write) {
            guard let target = find(write.characteristic, write.service, peripheral) else { continue }
            goodbye.append(try bytes(of: write, to: target))
        }
        // Set down before the first write: one that fails half way has begun something.
        closingWrites.withLock { $0 = goodbye }
        let writes = access.start.filter { !isOfDialogue($0) }
        for write in writes where !write.isAfterHandover { try await self.write(write, peripheral) }
        if !opensDevice { try await converse(by: peripheral) }
        for write in writes where write.isAfterHandover { try await self.write(write, peripheral) }
    }

    /// Reads a value and takes it as its frame; what cannot be read is left.
    func read(_ reading: BluetoothAccess.Reading, _ peripheral: any GATTPeripheral) async {
        guard let target = find(reading.characteristic, reading.service, peripheral),
            target.properties.contains(.read), let bytes = try? await peripheral.read(target)
        else { return }
        let now = clock.now
        flow.with { streams, outlet in streams.read(bytes, frame: reading.frame, at: now, into: outlet) }
    }
}
