import Devices
import Signals
import Store
import Synchronization

extension DeviceRegistry {
    /// Nothing for so long, in nanoseconds, and a device does not deliver.
    private static let freshness: Int64 = 10_000_000_000

    /// Decides again which device represents whom, and informs the pipelines.
    func settlePreferences(at now: Instant) {
        let pipelines = self.pipelines
        var groups: [DeviceRegistryState.Choice: [StreamPreference.Candidate]] = [:]
        var alone: Set<DeviceID> = []
        for pipeline in pipelines {
            let eligibility = pipeline.eligibility
            let person = wearerRegistry.wearer(of: eligibility.device, at: now)?.id
            wearerRegistry.hand(pipeline, to: person, at: now)
            // A wearer that is no body of this house speaks for itself.
            guard person != nil || eligibility.origin == .worn else {
                alone.insert(eligibility.device)
                continue
            }
            for group in StreamGroup.allCases {
                guard let candidate = eligibility.candidate(for: group, at: now, freshness: Self.freshness) else {
                    continue
                }
                groups[DeviceRegistryState.Choice(person: person, group: group), default: []].append(candidate)
            }
        }
        let (preferred, changed): ([DeviceRegistryState.Choice: DeviceID], Set<DeviceID>) = state.withLock { state in
            var preferred: [DeviceRegistryState.Choice: DeviceID] = [:]
            for (key, candidates) in groups {
                preferred[key] = StreamPreference.choose(
                    among: candidates, group: key.group, chosen: state.choices[key], speaking: state.preferred[key])
            }
            let before = state.preferred
            state.preferred = preferred
            let devices = Set(before.merging(preferred) { $1 }.keys).filter { before[$0] != preferred[$0] }
                .flatMap { [before[$0], preferred[$0]].compactMap { $0 } }
            for (id, session) in state.sessions where devices.contains(session.pipeline.device.id) {
                state.changed.insert(id)
            }
            return (preferred, Set(devices))
        }
        let hearts = Set(preferred.filter { $0.key.group == .heart }.map(\.value))
        let rivals = Set(groups.filter { $0.key.group == .heart }.flatMap { $0.value.map(\.device) })
        for pipeline in pipelines {
            let id = pipeline.device.id
            pipeline.speaksForHeart = alone.contains(id) || hearts.contains(id) || !rivals.contains(id)
        }
        _ = changed
    }
}
