package import Devices
package import Runtime
package import Signals
package import Store
import Synchronization

extension DeviceRegistry {
    /// Adopts a device: from now on it is connected whenever it is there, and what is allowed is kept.
    /// - Throws: `Failure` when there is no such device, when no profile fits, or when it cannot be kept.
    @discardableResult
    package func adopt(_ id: String, _ adoption: DeviceAdoption = DeviceAdoption()) async throws -> DeviceEntry {
        try await deciding(id) { try await adoptNow($0, adoption) }
    }

    private func adoptNow(_ id: String, _ adoption: DeviceAdoption) async throws -> DeviceEntry {
        let entry = try entry(id)
        if entry.known != nil { return try await changeNow(id, adoption) }
        guard entry.consent != .commandLine else {
            throw Failure(.conflict, "\(entry.name) was given on the command line and needs no consent.")
        }
        guard let found = entry.found else { throw Failure.noDevice(id) }
        guard let profile = adoption.profile ?? found.profiles.first else {
            throw Failure(
                .conflict, "No profile fits \(entry.name). Choose one to try, or write one; `nightjar profiles` helps.")
        }
        var known = KnownDevice(
            id: found.id, device: found.description?.id ?? DeviceID(found: found.id), bus: found.bus.rawValue,
            profile: profile, description: DescriptionRecord.encode(found), adopted: clock.now)
        known.take(adoption)
        // What cannot be made is not taken in; and the driver knows best under which name it will send.
        known.device = try source(of: known, found).device.id
        if let wearer = adoption.wearer { try wearerRegistry.require(wearer) }
        // Of two that say they are the same device the second is refused, even while the first is being kept.
        try await decisions.run("device \(known.device.rawValue)") { [known] in
            try check(nameOf: known)
            try await store.keep(known, wornBy: try await wearer(of: adoption), at: clock.now)
            state.withLock { $0.known[known.id] = known }
        }
        if adoption.namesWearer { wearerRegistry.wearingsChanged() }
        startIfWanted(known.id)
        return try publish(known.id)
    }

    /// Changes what was allowed or chosen. What is forbidden stops at once; the device is connected again where its
    /// session has to change.
    /// - Throws: `Failure` when the device is not taken in or the change cannot be kept.
    @discardableResult
    package func change(_ id: String, _ adoption: DeviceAdoption) async throws -> DeviceEntry {
        try await deciding(id) { try await changeNow($0, adoption) }
    }

    private func changeNow(_ id: String, _ adoption: DeviceAdoption) async throws -> DeviceEntry {
        var known = try known(id)
        let before = known
        known.take(adoption)
        if let wearer = adoption.wearer { try wearerRegistry.require(wearer) }
        try await keepChanged(known, wornBy: try await wearer(of: adoption))
        // Ended for the change and not for good: what its owner connected goes on.
        let ran = state.withLock { $0.sessions[known.id].map { !$0.isOver } ?? false }
        if (before.streams, before.profile, before.settings) != (known.streams, known.profile, known.settings) {
            if before.streams == known.streams { await end(known.id) } else { await withdraw(known.id) }
        }
        if adoption.namesWearer { wearerRegistry.wearingsChanged() }
        if known.connectsByItself || ran { startIfWanted(known.id) }
        return try publish(known.id)
    }

    /// Who is to wear a device. Somebody new is entered last, so that nothing refused leaves a name behind.
    private func wearer(of adoption: DeviceAdoption) async throws -> Person.ID? {
        guard let name = adoption.wearerName else { return adoption.wearer }
        return try await wearerRegistry.findOrAdd(name).id
    }

    /// Forgets a device: its session ends, its consent is withdrawn, it is connected no more. What it has recorded
    /// stays.
    /// - Throws: `Failure` when the device is not taken in.
    package func forget(_ id: String) async throws {
        try await deciding(id) { try await forgetNow($0) }
    }

    private func forgetNow(_ id: String) async throws {
        let known = try known(id)
        try await store.forget(known.id, at: clock.now)
        state.withLock { state in
            state.known[known.id] = nil
            state.problems[known.id] = nil
        }
        let ended = await withdraw(known.id)
        let isGone = state.withLock { state in
            if state.sessions[known.id] === ended { state.sessions[known.id] = nil }
            return state.resolve(known.id) == nil
        }
        if isGone { bus.publish(.forgotten(known.id)) } else { try publish(known.id) }
    }

    /// Ends the session of a device until ``resume(_:)``, also over restarts.
    /// - Throws: `Failure` when the device is not taken in.
    @discardableResult
    package func pause(_ id: String) async throws -> DeviceEntry {
        try await deciding(id) { try await setPaused($0, true) }
    }

    /// Connects a device again that was paused, or one that is not connected by itself.
    /// - Throws: `Failure` when the device is not taken in.
    @discardableResult
    package func resume(_ id: String) async throws -> DeviceEntry {
        try await deciding(id) { try await setPaused($0, false) }
    }

    /// Keeps the key that opens a device, or takes it away, and connects it anew.
    /// - Throws: `Failure` when the device is not taken in or takes no key, or the key cannot be kept.
    package func enter(_ key: DeviceKey?, for id: String) async throws {
        try await deciding(id) { id in
            let (known, entry) = (try known(id), try entry(id))
            // One that is not here now says nothing of keys; what was entered for it can be taken away all the same.
            let commands = (entry.status?.device ?? entry.found?.description)?.commands
            guard key == nil || commands?.contains(.enterKey) == true else {
                throw Failure(.conflict, "\(entry.name) is opened by no key.")
            }
            try await store.keep(key, of: known.id, at: clock.now)
            let ran = state.withLock { $0.sessions[known.id].map { !$0.isOver } ?? false }
            await end(known.id)
            if known.connectsByItself || ran { startIfWanted(known.id) }
        }
    }

    /// Tells a device something.
    /// - Throws: `Failure` when the device has no session, does not know the command, or cannot be reached.
    package func perform(_ command: DeviceCommand, on id: String) async throws {
        let entry = try entry(id)
        guard let session = state.withLock({ $0.sessions[entry.id] }) else {
            throw Failure(.conflict, "\(entry.name) is not connected; resume it first.")
        }
        try await session.source.perform(command)
    }

    /// Says which device represents a person in a group of streams; nil leaves it to the rule of `StreamPreference`.
    /// - Throws: `Failure` when there is no such device or the choice cannot be kept.
    package func prefer(_ id: String?, for group: StreamGroup, of person: Person.ID? = nil) async throws {
        let entry = try id.map { try self.entry($0) }
        let device = entry?.device
        if let entry, device == nil { throw Failure(.conflict, "\(entry.name) has not sent anything yet.") }
        try await decisions.run("choice") {
            try await store.keep(choice: device, group: group.rawValue, person: person, at: clock.now)
            state.withLock { $0.choices[DeviceRegistryState.Choice(person: person, group: group)] = device }
        }
        settle()
    }

    /// A person refuses a stream of theirs from now on, on whichever device they wear, or allows it again.
    /// - Throws: `Failure` when it cannot be kept.
    package func refuse(_ isRefused: Bool, _ channel: Channel, of person: Person.ID?) async throws {
        try await wearerRegistry.refuse(isRefused, channel, of: person, at: clock.now)
        settle()
        // Lists of devices say so, too.
        state.withLock { $0.changed.formUnion($0.sessions.keys) }
    }

    /// What a radio or a plug says of itself never joins what another device sends: two are kept under two names.
    private func check(nameOf known: KnownDevice) throws {
        let other = state.withLock { state in
            state.known.values.first { $0.device == known.device && $0.id != known.id }?.id
                ?? state.given.first { state.sessions[$0]?.pipeline.device.id == known.device }
        }
        guard let other else { return }
        throw Failure(
            .conflict,
            "It says that it is \(known.device.rawValue), under which \(other) is kept. Forget that one first if both are "
                + "the same device.")
    }

    private func setPaused(_ id: String, _ isPaused: Bool) async throws -> DeviceEntry {
        var known = try known(id)
        known.isPaused = isPaused
        try await keepChanged(known)
        if isPaused { await end(known.id) } else { startIfWanted(known.id) }
        return try publish(known.id)
    }

    /// Decides something of a device when everything that was decided of it before is done.
    private func deciding<Value>(_ id: String, _ decide: (String) async throws -> Value) async throws -> Value {
        let id = try entry(id).id
        return try await decisions.run(id) { try await decide(id) }
    }

    /// Keeps what was decided of a device that is taken in, here and on disk.
    private func keepChanged(_ known: KnownDevice, wornBy wearer: Person.ID? = nil) async throws {
        try await store.change(known, wornBy: wearer, at: clock.now)
        state.withLock { state in
            var known = known
            // That is not decided but found, maybe just now.
            known.description = state.known[known.id]?.description ?? known.description
            state.known[known.id] = known
        }
    }

    private func known(_ id: String) throws(Failure) -> KnownDevice {
        let entry = try entry(id)
        guard let known = entry.known else {
            throw Failure(.conflict, "\(entry.name) is not taken in; allow it first.")
        }
        return known
    }
}

extension KnownDevice {
    /// Applies the choices that were made; others stay.
    mutating func take(_ adoption: DeviceAdoption) {
        if let profile = adoption.profile { self.profile = profile }
        if let streams = adoption.streams { self.streams = streams }
        if let settings = adoption.settings { self.settings = settings }
        if let name = adoption.name { givenName = name.isEmpty ? nil : name }
        if let connects = adoption.connectsByItself { connectsByItself = connects }
    }
}
