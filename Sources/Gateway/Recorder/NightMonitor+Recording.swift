import Devices
import Signals
import Store

extension NightMonitor {
    func watch(_ recording: NightRecording, _ observation: Observation) -> [Action] {
        let now = observation.now
        if let end = recording.plannedEnd, now >= end { return [.end(recording.id, .schedule, detail: nil)] }
        if recording.plannedEnd == nil, now.seconds(since: recording.started) >= Self.longest {
            return [.end(recording.id, .tooLong, detail: "It had gone on for 16 hours.")]
        }
        if let trouble = observation.trouble, now.seconds(since: trouble.since) >= Self.fullAfter {
            return [.end(recording.id, .diskFull, detail: trouble.problem)]
        }
        let devices = recording.devices.map { id in (id, observation.devices.first { $0.id == id }) }
        let silences = devices.map { now.seconds(since: Self.lastSign($0.1, of: recording)) }
        if let least = silences.min(), least >= Self.endsAfter {
            let names = devices.map { $0.1?.name ?? $0.0.rawValue }.joined(separator: ", ")
            return [.end(recording.id, .deviceGone, detail: "Nothing came from \(names) for \(Self.minutes(least)).")]
        }
        if recording.startCause == .wear, devices.allSatisfy({ isOff($0.0, for: Self.takenOffAfter, at: now) }) {
            return [.end(recording.id, .wear, detail: "It was taken off.")]
        }
        var actions = newcomers(recording, observation)
        if let trouble = observation.trouble {
            actions.append(
                .raise(
                    .urgent, .diskFull, device: nil, recording: nil,
                    message: "Nothing of the night can be kept: \(trouble.problem)",
                    nextStep: "Free some space on the disk of the store; recording resumes by itself."))
        } else {
            actions.append(.resolve(.diskFull, device: nil, recording: nil))
        }
        for ((id, device), silence) in zip(devices, silences) {
            actions += silenceActions(id, device, recording, silence)
            if let device { actions += batteryActions(device, hours: Self.hoursLeft(recording, now), recording.id) }
        }
        actions += diskActions(devices.compactMap(\.1), hours: Self.hoursLeft(recording, now), observation)
        return actions
    }

    static func lastSign(_ device: Device?, of recording: NightRecording) -> Instant {
        let began = device.flatMap { recording.joined[$0.id] } ?? recording.started
        return max(device?.arrived ?? began, began)
    }

    /// What becomes of devices that came after a recording had begun: they join it, unless a person chose its devices.
    func newcomers(_ recording: NightRecording, _ observation: Observation) -> [Action] {
        // Made-up wearers take part only where they are named.
        let others = observation.devices.filter {
            $0.person == recording.person && $0.isWorn && !recording.devices.contains($0.id)
        }.map(\.id)
        if recording.isChosen { return others == recording.leftOut ? [] : [.leaveOut(recording.id, others)] }
        return others.isEmpty ? [] : [.join(recording.id, others)]
    }

    static func hoursLeft(_ recording: NightRecording, _ now: Instant) -> Double {
        let end = recording.plannedEnd ?? recording.started.advanced(bySeconds: usualHours * 3600)
        return max(0, end.seconds(since: now) / 3600)
    }

    func isOff(_ device: DeviceID, for seconds: Double, at now: Instant) -> Bool {
        guard let wear = wear[device] else { return true }
        return !wear.isWorn && now.seconds(since: wear.since) >= seconds
    }

    private static let goneStep =
        "See that it is switched on, charged and near; it is tried again by itself."

    func silenceActions(
        _ id: DeviceID, _ device: Device?, _ recording: NightRecording, _ silence: Double
    ) -> [Action] {
        let settled: [Action] = [
            .resolve(.deviceGone, device: id, recording: recording.id),
            .resolve(.deviceSilent, device: id, recording: recording.id),
        ]
        guard silence >= Self.goneAfter else { return settled }
        let name = device?.name ?? id.rawValue
        let isThere = device.map { $0.link == .streaming || $0.link.name == "silent" } ?? false
        let message = "\(name) has sent nothing for \(Self.minutes(silence))."
        return [
            .raise(
                .urgent, isThere ? .deviceSilent : .deviceGone, device: id, recording: recording.id, message: message,
                nextStep: device?.hint ?? (isThere ? "See that it is worn." : Self.goneStep))
        ]
    }
}
