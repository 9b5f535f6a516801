import Devices
import Documents
import Runtime
import Signals
import Store
import Synchronization

extension DeviceHome {
    /// Runs a finder, and again after a failure, for as long as the gateway runs.
    func supervise(_ finder: any DeviceFinder, _ index: Int) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await finder.run { [weak self] event in self?.receive(event, finder: index) }
                return
            } catch is CancellationError {
                return
            } catch {
                failures += 1
                for bus in finder.buses {
                    receive(.obstacle(bus, Failure.telling(error)), finder: index)
                }
                let pause = Double(min(60, 1 << min(failures, 6)))
                try? await clock.wait(seconds: pause)
            }
        }
    }

    /// Takes in an event of a finder; on any thread.
    func receive(_ event: FinderEvent, finder: Int) {
        switch event {
        case .found(let device): meet(device, finder: finder)
        case .lost(let id):
            state.withLock { state in
                guard state.sightings[id]?.isNear == true else { return }
                state.sightings[id]?.isNear = false
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

    private func meet(_ device: FoundDevice, finder: Int) {
        let (isNews, wasAway, known, hasSession) = state.withLock { state in
            let before = state.sightings[device.id]
            state.sightings[device.id] = HomeState.Sighting(device: device, finder: finder)
            // Signal strength comes with every advertisement and is told once a second.
            state.changed.insert(device.id)
            let isNews = before == nil || before?.isNear == false || before?.device.obstacle != device.obstacle
            return (isNews, before?.isNear != true, state.known[device.id], state.sessions[device.id] != nil)
        }
        if var known, let description = device.description, wasAway {
            // Its name here stays, whatever a finder now calls it.
            var seen = device
            seen.description = description.named(known.device)
            let record = DescriptionRecord.encode(seen)
            if record != known.description {
                known.description = record
                Log.attempt("What a device says of itself could not be kept.") { try store.keep(known, at: clock.now) }
                state.withLock { [known] in $0.known[known.id] = known }
            }
        }
        // One that is done and goes on advertising is not begun again with each advertisement.
        if known?.connectsByItself == true, isNews || !hasSession { startIfWanted(device.id) }
        if isNews { Log.attempt("A device that is near could not be told of.") { _ = try publish(device.id) } }
    }
}
