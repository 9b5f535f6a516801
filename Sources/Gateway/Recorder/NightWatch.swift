import Devices
import Signals
import Store

/// Decides what is to be done about nights: a plain state machine without clock, disk or device. Told what there is to
/// see, it says what follows from it.
struct NightWatch {
    /// What there is to see.
    struct Sight {
        var now: Instant
        var devices: [Device]
        /// Since when nothing can be written, and why; nil while all is well.
        var trouble: (since: Instant, problem: String)?
        /// Bytes that are free; nil when that cannot be told.
        var freeBytes: Int64?
        var open: [NightRecording]
        /// Recordings of the last two days, open or not.
        var recent: [NightRecording]
        var schedules: [(schedule: NightSchedule, zone: Zone)]
    }

    /// A device as the watch sees it.
    struct Device {
        var id: DeviceID
        var name: String
        var person: Person.ID?
        /// When the host last had data of it; nil before the first.
        var arrived: Instant?
        /// Since when it has a session.
        var since: Instant
        var link: LinkState
        /// Skin contact; nil when it cannot tell.
        var contact: Bool?
        var batteryPercent: Int?
        /// Per cent of the battery that an hour takes; nil when nothing is known.
        var batteryPerHour: Double?
        var bytesPerHour: Double
        /// Whether a body is behind it, as the owner sees it: made-up wearers take part only where they are named.
        var isWorn: Bool
        /// Whether it can tell anything of a body; a thermometer for the bedroom is never put on.
        var tellsOfBody = true
        /// What its session says can be done.
        var hint: String?
    }

    /// What is to be done.
    enum Action: Equatable {
        case begin(
            person: Person.ID?, devices: [DeviceID], until: Instant, cause: NightRecording.Cause, NightSchedule.ID)
        case end(NightRecording.ID, NightRecording.Cause, detail: String?)
        case raise(
            Alert.Severity, Alert.Kind, device: DeviceID?, recording: NightRecording.ID?, message: String,
            nextStep: String?)
        case resolve(Alert.Kind, device: DeviceID?, recording: NightRecording.ID?)
    }

    /// A device that is silent for so long raises an alert, in seconds.
    static let goneAfter = 180.0
    /// When all devices are silent for so long, the recording ends, in seconds.
    static let endsAfter = 1800.0
    /// When nothing can be written for so long, the recording ends, in seconds.
    static let fullAfter = 600.0
    /// A recording without a planned end ends after so long, in seconds.
    static let longest = 57_600.0
    /// Worn for so long, a recording by wear begins; not worn for so long, it ends. In seconds.
    static let putOnAfter = 300.0
    static let takenOffAfter = 1800.0
    /// So long before a night by schedule begins, battery and disk are looked at, in seconds.
    static let ahead = 3600.0
    /// The hours of a night whose end is not known.
    static let usualHours = 9.0
    /// Per cent of a battery that is as good as none.
    static let batteryEmpty = 5

    /// Since when each device is worn or not, as far as the device can tell.
    private var wear: [DeviceID: (isWorn: Bool, since: Instant)] = [:]

    /// What follows from what there is to see.
    mutating func look(_ sight: Sight) -> [Action] {
        noteWear(sight)
        var actions: [Action] = []
        for recording in sight.open { actions += watch(recording, sight) }
        for (schedule, zone) in sight.schedules where schedule.isOn { actions += plan(schedule, zone, sight) }
        return actions
    }

    private mutating func noteWear(_ sight: Sight) {
        for device in sight.devices {
            // A device that cannot tell is worn while it sends.
            let sends = device.arrived.map { sight.now.seconds(since: $0) < 60 } ?? false
            let isWorn = sends && device.contact != false && device.tellsOfBody
            if wear[device.id]?.isWorn != isWorn { wear[device.id] = (isWorn, sight.now) }
        }
        let ids = Set(sight.devices.map(\.id))
        wear = wear.filter { ids.contains($0.key) }
    }

    // MARK: an open recording

    private func watch(_ recording: NightRecording, _ sight: Sight) -> [Action] {
        let now = sight.now
        if let end = recording.plannedEnd, now >= end { return [.end(recording.id, .schedule, detail: nil)] }
        if recording.plannedEnd == nil, now.seconds(since: recording.started) >= Self.longest {
            return [.end(recording.id, .tooLong, detail: "It had gone on for 16 hours.")]
        }
        if let trouble = sight.trouble, now.seconds(since: trouble.since) >= Self.fullAfter {
            return [.end(recording.id, .diskFull, detail: trouble.problem)]
        }
        let devices = recording.devices.map { id in (id, sight.devices.first { $0.id == id }) }
        let silences = devices.map { now.seconds(since: Self.lastSign($0.1, of: recording)) }
        if let least = silences.min(), least >= Self.endsAfter {
            let names = devices.map { $0.1?.name ?? $0.0.rawValue }.joined(separator: ", ")
            return [.end(recording.id, .deviceGone, detail: "Nothing came from \(names) for \(Self.minutes(least)).")]
        }
        if recording.startCause == .wear, devices.allSatisfy({ isOff($0.0, for: Self.takenOffAfter, at: now) }) {
            return [.end(recording.id, .wear, detail: "It was taken off.")]
        }
        var actions: [Action] = []
        if let trouble = sight.trouble {
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
        actions += diskActions(devices.compactMap(\.1), hours: Self.hoursLeft(recording, now), sight)
        return actions
    }

    private static func lastSign(_ device: Device?, of recording: NightRecording) -> Instant {
        max(device?.arrived ?? recording.started, recording.started)
    }

    private static func hoursLeft(_ recording: NightRecording, _ now: Instant) -> Double {
        let end = recording.plannedEnd ?? recording.started.advanced(bySeconds: usualHours * 3600)
        return max(0, end.seconds(since: now) / 3600)
    }

    private func isOff(_ device: DeviceID, for seconds: Double, at now: Instant) -> Bool {
        guard let wear = wear[device] else { return true }
        return !wear.isWorn && now.seconds(since: wear.since) >= seconds
    }

    private static let goneStep =
        "See that it is switched on, charged and near; it is tried again by itself."

    private func silenceActions(
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

    // MARK: battery and disk

    private func batteryActions(_ device: Device, hours: Double, _ recording: NightRecording.ID?) -> [Action] {
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

    private func diskActions(_ devices: [Device], hours: Double, _ sight: Sight) -> [Action] {
        guard let warning = Self.disk(devices, hours: hours, freeBytes: sight.freeBytes) else {
            return [.resolve(.diskLow, device: nil, recording: nil)]
        }
        return [
            .raise(
                .warning, .diskLow, device: nil, recording: nil, message: warning.message, nextStep: warning.nextStep)
        ]
    }

    // MARK: schedules

    private func plan(_ schedule: NightSchedule, _ zone: Zone, _ sight: Sight) -> [Action] {
        let now = sight.now
        guard let night = NightOccurrence.around(now, of: schedule, in: zone, ahead: Self.ahead),
            !sight.open.contains(where: { $0.person == schedule.person })
        else { return [] }
        // What a person ended is not begun again; one by the clock is begun once.
        let isDone = sight.recent.contains {
            $0.schedule == schedule.id && $0.started >= night.start
                && (schedule.trigger == .clock || $0.endCause == .button)
        }
        guard !isDone else { return [] }
        let devices = sight.devices.filter { $0.person == schedule.person && ($0.isWorn || schedule.person != nil) }
        if now < night.start {
            let hours = night.end.seconds(since: night.start) / 3600
            return devices.flatMap { batteryActions($0, hours: hours, nil) } + diskActions(devices, hours: hours, sight)
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

    static func minutes(_ seconds: Double) -> String {
        let minutes = Int(min(max(seconds / 60, 0), 100_000))
        return minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
    }
}
