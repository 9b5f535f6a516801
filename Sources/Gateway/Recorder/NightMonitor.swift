import Devices
import Signals
import Store

/// Decides what is to be done about nights: a plain state machine without clock, disk or device. Told what there is to
/// see, it says what follows from it.
struct NightMonitor {
    /// The state that decisions are made from.
    struct Observation {
        var now: Instant
        var devices: [Device]
        /// Since when nothing can be written, and why; nil while all is well.
        var trouble: (since: Instant, problem: String)?
        /// Bytes that are free; nil when that cannot be told.
        var freeBytes: Int64?
        /// Whether the store is in memory, of which nothing has to stay free for later nights.
        var isInMemory = false
        var open: [NightRecording]
        /// Recordings of the last two days, ended or not.
        var recent: [NightRecording]
        var schedules: [(schedule: NightSchedule, zone: Zone)]
    }

    /// The state of a device in session.
    struct Device {
        var id: DeviceID
        var name: String
        var person: Person.ID?
        /// When the host last had data of it; nil before the first.
        var arrived: Instant?
        /// Since when it has a session.
        var since: Instant
        var link: LinkState
        /// Skin contact; nil when the device cannot detect it.
        var contact: Bool?
        var batteryPercent: Int?
        /// Per cent of the battery that an hour takes; nil when nothing is known.
        var batteryPerHour: Double?
        var bytesPerHour: Double
        /// Whether a body is behind it, as the owner sees it: simulated wearers take part only where they are named.
        var isWorn: Bool
        /// Whether it can tell anything of a body; a thermometer for the bedroom is never put on.
        var tellsOfBody = true
        /// What the user can do, as its session says.
        var hint: String?
    }

    /// A decision to carry out.
    enum Action: Equatable {
        case begin(
            person: Person.ID?, devices: [DeviceID], until: Instant, cause: NightRecording.Cause, NightSchedule.ID)
        /// Devices joined that belong to the night.
        case join(NightRecording.ID, [DeviceID])
        /// Devices are there that would belong to the night, had a person not chosen others; empty where there are none.
        case leaveOut(NightRecording.ID, [DeviceID])
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
    /// Hours assumed for a night whose end is not known.
    static let usualHours = 9.0
    /// Per cent of a battery that is as good as none.
    static let batteryEmpty = 5

    /// Since when each device is worn or not, as far as the device can tell.
    var wear: [DeviceID: (isWorn: Bool, since: Instant)] = [:]

    /// Decides what to do about the state.
    mutating func look(_ observation: Observation) -> [Action] {
        noteWear(observation)
        var actions: [Action] = []
        for recording in observation.open { actions += watch(recording, observation) }
        for (schedule, zone) in observation.schedules where schedule.isOn {
            actions += plan(schedule, zone, observation)
        }
        return actions
    }

    private mutating func noteWear(_ observation: Observation) {
        for device in observation.devices {
            // A device that cannot tell is worn while it sends.
            let sends = device.arrived.map { observation.now.seconds(since: $0) < 60 } ?? false
            let isWorn = sends && device.contact != false && device.tellsOfBody
            if wear[device.id]?.isWorn != isWorn { wear[device.id] = (isWorn, observation.now) }
        }
        let ids = Set(observation.devices.map(\.id))
        wear = wear.filter { ids.contains($0.key) }
    }

    static func minutes(_ seconds: Double) -> String {
        let minutes = Int(min(max(seconds / 60, 0), 100_000))
        return minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
    }
}
