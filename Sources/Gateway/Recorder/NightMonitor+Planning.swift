import Signals
import Store

extension NightMonitor {
    func plan(_ schedule: NightSchedule, _ zone: Zone, _ observation: Observation) -> [Action] {
        let now = observation.now
        guard let night = NightOccurrence.around(now, of: schedule, in: zone, ahead: Self.ahead),
            !observation.open.contains(where: { $0.person == schedule.person })
        else { return [] }
        // What a person ended is not begun again; one by the clock is begun once.
        let isDone = observation.recent.contains {
            $0.schedule == schedule.id && $0.started >= night.start
                && (schedule.trigger == .clock || $0.endCause == .button)
        }
        guard !isDone else { return [] }
        let devices = observation.devices.filter {
            $0.person == schedule.person && ($0.isWorn || schedule.person != nil)
        }
        if now < night.start {
            let hours = night.end.seconds(since: night.start) / 3600
            return devices.flatMap { batteryActions($0, hours: hours, nil) }
                + diskActions(devices, hours: hours, observation)
        }
        switch schedule.trigger {
        case .clock:
            guard !devices.isEmpty else {
                return [
                    .raise(
                        .urgent, .recordingNotStarted, device: nil, recording: nil,
                        message: "A night was to be recorded from now on, and there is no device to record with.",
                        nextStep: "Allow a device, or resume one that is paused.")
                ]
            }
            return [
                .resolve(.recordingNotStarted, device: nil, recording: nil),
                .begin(
                    person: schedule.person, devices: devices.map(\.id), until: night.end, cause: .schedule, schedule.id
                ),
            ]
        case .wear:
            let isPutOn = devices.contains { device in
                guard let wear = wear[device.id] else { return false }
                return wear.isWorn && now.seconds(since: wear.since) >= Self.putOnAfter
            }
            guard isPutOn else { return [] }
            return [
                .begin(person: schedule.person, devices: devices.map(\.id), until: night.end, cause: .wear, schedule.id)
            ]
        }
    }

    func batteryActions(_ device: Device, hours: Double, _ recording: NightRecording.ID?) -> [Action] {
        guard let warning = Self.battery(device, hours: hours) else {
            return [
                .resolve(.batteryLow, device: device.id, recording: nil),
                .resolve(.batteryEmpty, device: device.id, recording: nil),
            ]
        }
        return [
            .raise(
                warning.kind == .batteryEmpty && recording != nil ? .urgent : .warning, warning.kind, device: device.id,
                recording: nil, message: warning.message, nextStep: warning.nextStep)
        ]
    }

    func diskActions(_ devices: [Device], hours: Double, _ observation: Observation) -> [Action] {
        guard
            let warning = Self.disk(
                devices, hours: hours, freeBytes: observation.freeBytes, isInMemory: observation.isInMemory)
        else {
            return [.resolve(.diskLow, device: nil, recording: nil)]
        }
        return [
            .raise(
                .warning, .diskLow, device: nil, recording: nil, message: warning.message, nextStep: warning.nextStep)
        ]
    }
}
