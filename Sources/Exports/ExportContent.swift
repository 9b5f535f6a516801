package import Analysis
import Documents
import Runtime
package import Signals

/// The content of an export: everything known about one window of one device.
package struct ExportContent: Hashable, Sendable {
    /// The recorder.
    package var device: DeviceIdentity
    /// A short name without personal data; letters, digits and hyphens, used in file names.
    package var label: String
    /// The zone of all local times.
    package var zone: Zone
    /// The time that is exported.
    package var window: Range<Instant>
    /// The length of every epoch, in seconds.
    package var epochSeconds: Int
    /// Epochs of the window, in order.
    package var epochs: ExportSeries<Epoch>
    /// The recorder's own activity counts, in order; empty where it has none.
    package var activity: [Activity]
    /// Beats of the window, in order.
    package var beats: [Beat]
    /// The start of ``states``.
    package var statesStart: Instant
    /// The length of a state, in seconds.
    package var stateSeconds: Int
    /// Sleep and wake, without holes; empty where nothing was scored.
    package var states: [SleepState]
    /// The kinds of sleep in ``states``, one by one; empty where nothing was staged.
    package var hypnogram: [Hypnogram.State] = []
    /// The probabilities of the stages of the main sleep; nil where there are none.
    package var stages: StagedNight?
    /// What else was measured, each channel on one even grid.
    package var channels: [Channel] = []
    /// The start of ``channels``.
    package var channelsStart: Instant
    /// The length of a slot of ``channels``, in seconds.
    package var channelSeconds = 30
    /// Load readings of the window, in order.
    package var readings: [LoadReading]
    /// The main sleep period; nil when none is known.
    package var sleepPeriod: Range<Instant>?
    /// The figures of the night.
    package var measures: [Measure]
    /// Between which bounds figures lie in nine of ten such nights; empty for what is no night.
    package var intervals: [NightInterval] = []
    /// What is missing or in doubt.
    package var losses: [Loss]
    /// Whatever computed something in here, beside the methods that measures and readings name themselves.
    package var methods: [Method]
    /// Whether the data are generated, not of a person.
    package var isSynthetic: Bool
    /// The wearer's name; nil when none was entered. Never part of a file's name.
    package var wearer: String?
    /// The samples as they were recorded; nil where they are not asked for.
    package var raw: RawSignals?
    /// The number of the recording that it is of; nil for what came in live.
    package var recording: Int64?
    /// Under which name the store keeps the device; nil where it does not come from a store.
    package var source: DeviceID?

    /// One epoch of a recorder's own activity counts.
    package struct Activity: Hashable, Sendable {
        /// The start of the epoch.
        package var start: Instant
        /// The counts in it, in the recorder's unit.
        package var count: Double

        /// Memberwise.
        package init(start: Instant, count: Double) {
            self.start = start
            self.count = count
        }
    }

    /// One axis of a channel on the even grid.
    package struct Channel: Hashable, Sendable {
        /// The name of the channel, and the number of the axis where there are several.
        package var name: String
        /// The unit as a UCUM code.
        package var unit: String
        /// One value a slot: the mean of its samples, or how many marks; nil where there is none.
        package var values: [Double?]

        /// Memberwise.
        package init(name: String, unit: String, values: [Double?]) {
            (self.name, self.unit, self.values) = (name, unit, values)
        }
    }

    /// A figure of the night, with its name in the export.
    package struct Measure: Hashable, Sendable {
        /// The name in snake case, with its unit.
        package var name: String
        /// The figure, or why there is none.
        package var estimate: Estimate

        /// Memberwise.
        package init(name: String, estimate: Estimate) {
            self.name = name
            self.estimate = estimate
        }
    }

    /// Memberwise; what is not given has its default.
    package init(
        device: DeviceIdentity, label: String, zone: Zone, window: Range<Instant>, epochSeconds: Int = 30,
        epochs: [Epoch] = [], activity: [Activity] = [], beats: [Beat] = [], statesStart: Instant? = nil,
        stateSeconds: Int = 30,
        states: [SleepState] = [], readings: [LoadReading] = [], sleepPeriod: Range<Instant>? = nil,
        measures: [Measure] = [], losses: [Loss] = [], methods: [Method] = [], isSynthetic: Bool = false
    ) {
        self.device = device
        self.label = label
        self.zone = zone
        self.window = window
        self.epochSeconds = epochSeconds
        self.epochs = ExportSeries(epochs)
        self.activity = activity
        self.beats = beats
        self.statesStart = statesStart ?? window.lowerBound
        self.stateSeconds = stateSeconds
        channelsStart = window.lowerBound
        self.states = states
        self.readings = readings
        self.sleepPeriod = sleepPeriod
        self.measures = measures
        self.losses = losses
        self.methods = methods
        self.isSynthetic = isSynthetic
    }

    /// A night with the series that belong to it.
    package init(
        night: Night, device: DeviceIdentity, zone: Zone, epochs: [Epoch], epochSeconds: Int, beats: [Beat] = [],
        readings: [LoadReading] = [], isSynthetic: Bool = false
    ) {
        self.init(
            device: device, label: "night-\(night.date)-\(device.deviceID.rawValue)", zone: zone, window: night.window,
            epochSeconds: epochSeconds, epochs: epochs, beats: beats, statesStart: night.statesStart,
            stateSeconds: night.epochSeconds, states: night.states, readings: readings,
            sleepPeriod: night.sleepPeriod,
            measures: night.measures.named.map { Measure(name: $0.name, estimate: $0.estimate) }, losses: night.losses,
            methods: [night.periodMethod, night.scoringMethod], isSynthetic: isSynthetic)
        intervals = night.intervals()
    }

    /// The length of an epoch of ``activity``, in whole seconds: the least distance of two; 60 where there is none.
    package var activitySeconds: Int {
        let steps = zip(activity.dropFirst(), activity).map { $0.start.seconds(since: $1.start) }
        guard let least = steps.filter({ $0 >= 1 && $0 <= 3600 }).min() else { return 60 }
        return Int(least.rounded())
    }

    /// How many of each there are, by the names of the tables.
    package var counts: [(name: String, count: Int)] {
        [
            ("epochs", epochs.count), ("activity", activity.count), ("beats", beats.count), ("states", states.count),
            ("stages", stages?.epochs.count ?? 0), ("channels", channels.first?.values.count ?? 0),
            ("load", readings.count),
            ("losses", losses.count), ("measures", measures.count),
        ] + (raw?.counts ?? [])
    }

    /// - Throws: what reading the rows has failed with.
    package func check() throws { try epochs.check() }

    /// Every method behind something in here, without repeats, in order of name.
    package var allMethods: [Method] {
        var found = Set(methods)
        if let stages { found.insert(stages.method) }
        for measure in measures { found.insert(measure.estimate.method) }
        for reading in readings { found.insert(reading.method) }
        // By what they were set to, too: a set has no order, and an export is the same each time.
        let settings = { (method: Method) in
            method.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
        return found.sorted { ($0.name, $0.version, settings($0)) < ($1.name, $1.version, settings($1)) }
    }
}

extension ExportContent {
    /// The members that say in each JSON file of what it is: `software`, `synthetic`, `device`, `wearer`, `zone`.
    func writeOrigin(_ json: inout JSONText) {
        json.field("software", "Nightjar \(Version.current)")
        json.field("synthetic", isSynthetic)
        json.object("device") { json in
            json.field("maker", device.maker)
            json.field("model", device.model)
            json.field("serial", device.serial)
            json.field("firmware", device.firmware.isEmpty ? nil : device.firmware)
        }
        json.field("wearer", wearer)
        json.field("zone", zone.name)
    }
}
