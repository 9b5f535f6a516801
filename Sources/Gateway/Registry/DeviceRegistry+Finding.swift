import Devices
import Documents
import Runtime
import Signals
import Store
import Synchronization

extension DeviceRegistry {
    /// Runs a finder, and again after a failure, for as long as the gateway runs. What it tells waits in a queue, so that
    /// the radio's thread goes on, however slow the store is.
    func supervise(_ finder: any DeviceFinder, _ index: Int) async {
        let queue = queues[index]
        await withTaskGroup { group in
            // What follows of a device that is found reads the store.
            group.addTask(executorPreference: store.diskThreads) {
                while let event = await queue.next() { await self.receive(event, finder: index) }
            }
            await look(with: finder, into: queue)
            queue.end()
        }
    }

    private func look(with finder: any DeviceFinder, into queue: FinderQueue) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await finder.run { queue.add($0) }
                return
            } catch is CancellationError {
                return
            } catch {
                failures += 1
                for bus in finder.buses { queue.add(.obstacle(bus, Failure.telling(error))) }
                let pause = Double(min(60, 1 << min(failures, 6)))
                try? await clock.wait(seconds: pause)
            }
        }
    }

    /// Sightings that finders had to drop, because what follows of others took too long.
    package var droppedSightings: Int { queues.reduce(0) { $0 + $1.dropped } }

    /// Whether everything that finders have told was looked at.
    package var hasTakenSightings: Bool { queues.allSatisfy(\.isSettled) }

    /// Takes what a finder tells; off the radio's thread.
    func receive(_ event: FinderEvent, finder: Int) async {
        switch event {
        case .found(let device): await meet(device, finder: finder)
        case .lost(let id):
            state.withLock { state in
                guard state.sightings[id]?.isNear == true else { return }
                state.sightings[id]?.isNear = false
                state.sightings[id]?.heard = clock.elapsed
                state.changed.insert(id)
            }
        case .obstacle(let bus, let message):
            let isNews = state.withLock { state in
                defer { state.obstacles[bus] = message }
                return state.obstacles[bus] != message
            }
            if isNews {
                let place: JSONValue = .string(bus.rawValue)
                if let message {
                    Log.warning("Devices cannot be looked for.", ["bus": place, "reason": .string(message)])
                } else {
                    Log.info("Devices are looked for again.", ["bus": place])
                }
                self.bus.publish(.obstacle(bus, message))
            }
        }
    }

    private func meet(_ device: FoundDevice, finder: Int) async {
        let (isNews, wasAway, known, hasSession) = state.withLock { state in
            let before = state.sightings[device.id]
            state.sightings[device.id] = DeviceRegistryState.Sighting(
                device: device, finder: finder, heard: clock.elapsed)
            // Signal strength comes with every advertisement and is told once a second.
            state.changed.insert(device.id)
            let isNews = before == nil || before?.isNear == false || before?.device.obstacle != device.obstacle
            return (isNews, before?.isNear != true, state.known[device.id], state.sessions[device.id] != nil)
        }
        if let known, let description = device.description, wasAway {
            // Its name here stays, whatever a finder now calls it.
            var seen = device
            seen.description = description.named(known.device)
            let record = DescriptionRecord.encode(seen)
            if record != known.description {
                do {
                    // Nothing else of it: that is for its owner to decide, who may be doing so now.
                    try await store.keep(description: record, of: known.id)
                    state.withLock { $0.known[known.id]?.description = record }
                } catch {
                    Log.error("What a device says of itself could not be kept.", ["cause": Log.cause(error)])
                }
            }
        }
        // One that is done and goes on advertising is not begun again with each advertisement.
        if known?.connectsByItself == true, isNews || !hasSession { startIfWanted(device.id) }
        if isNews { Log.attempt("A device that is near could not be told of.") { _ = try publish(device.id) } }
    }
}
