import Signals

/// The channels that a recorder's records become.
enum GT3XChannels {
    /// Battery voltage.
    static let battery = RecordedChannel(.battery, axes: ["value"], unit: .volts)
    /// Illuminance, mostly two values a second.
    static let light = RecordedChannel(.light, axes: ["value"], unit: .lux)
    /// Heart rate of a paired strap.
    static let heartRate = RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute)
    /// RR intervals of a paired strap.
    static let intervals = RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds)
    /// Whether the recorder is worn, by its own sensor.
    static let contact = RecordedChannel(.contact, axes: ["value"], unit: .one)
    /// Raw values of the wear sensor.
    static let capacitance = RecordedChannel(
        Channel(rawValue: "capacitance"), axes: ["signal", "reference"], unit: .count)
    /// Other recorders nearby: which one, by its place in the description, with what power it sends and how it is heard.
    static let proximity = RecordedChannel(
        Channel(rawValue: "proximity"), axes: ["tag", "transmit_power", "rssi"], unit: .one)
    /// Temperature as the converters give it; its calibration is not published.
    static let rawTemperature = RecordedChannel(
        Channel(rawValue: "temperature_raw"), axes: ["sensor", "value"], unit: .count)

    /// Counts of minutes that the recorder summed up itself; `isMain` when it kept no samples.
    static func counts(isMain: Bool) -> RecordedChannel {
        RecordedChannel(.counts, axes: GT3XEpoch.axes, unit: .count, nominalRate: isMain ? 1 / 60 : nil)
    }

    /// The channels of records of `kind` other than activity and sensor data.
    static func channels(of kind: GT3XRecord.Kind, isMain: Bool) -> [RecordedChannel] {
        switch kind {
        case .battery: [battery]
        case .heartRate: [heartRate]
        case .light: [light]
        case .tag: [proximity]
        case .beatsANT: [intervals]
        case .epoch2, .epoch3: [counts(isMain: isMain), light, heartRate, contact]
        case .epoch4: [counts(isMain: isMain), heartRate, contact]
        case .capacitance: [contact, capacitance]
        case .heartRateBLE: [heartRate, intervals]
        case .temperature: [rawTemperature]
        default: []
        }
    }
}
