/// What a stream measures. An open set: a device profile may name a new one.
public struct Channel: RawRepresentable, Hashable, Sendable {
    /// The name used in files, in the store and on the wire, in snake case.
    public var rawValue: String

    /// A channel of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Three axes of acceleration including gravity, in g.
    public static let acceleration = Channel(rawValue: "acceleration")
    /// Three axes of angular velocity, in degrees per second.
    public static let angularVelocity = Channel(rawValue: "angular_velocity")
    /// Activity counts per epoch, one value per column that the recorder has.
    public static let counts = Channel(rawValue: "counts")
    /// Heart rate as the device computed it, in beats per minute.
    public static let heartRate = Channel(rawValue: "heart_rate")
    /// Intervals between successive R peaks, in milliseconds; the instant is that of the beat ending the interval.
    public static let rrInterval = Channel(rawValue: "rr_interval")
    /// Skin contact, 1 or 0.
    public static let contact = Channel(rawValue: "contact")
    /// Energy expended since reset, in kilojoules.
    public static let energy = Channel(rawValue: "energy")
    /// Temperature, in degrees Celsius.
    public static let temperature = Channel(rawValue: "temperature")
    /// Illuminance, in lux.
    public static let light = Channel(rawValue: "light")
    /// Battery voltage, in volts.
    public static let battery = Channel(rawValue: "battery")
    /// Battery charge, 0 ... 100 %.
    public static let batteryLevel = Channel(rawValue: "battery_level")
    /// Button presses and other event marks.
    public static let marker = Channel(rawValue: "marker")
    /// A state that the maker's own software or firmware gave each epoch.
    public static let vendorState = Channel(rawValue: "vendor_state")
}

/// A unit of measurement as a UCUM code (https://ucum.org).
public struct SignalUnit: RawRepresentable, Hashable, Sendable {
    /// The case-sensitive UCUM code.
    public var rawValue: String

    /// A unit of the given code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard acceleration of free fall, 9.80665 m/s².
    public static let standardGravity = SignalUnit(rawValue: "[g]")
    /// Degrees of arc per second.
    public static let degreesPerSecond = SignalUnit(rawValue: "deg/s")
    /// Events per minute.
    public static let perMinute = SignalUnit(rawValue: "/min")
    /// Milliseconds.
    public static let milliseconds = SignalUnit(rawValue: "ms")
    /// Degrees Celsius.
    public static let celsius = SignalUnit(rawValue: "Cel")
    /// Lux.
    public static let lux = SignalUnit(rawValue: "lx")
    /// Volts.
    public static let volts = SignalUnit(rawValue: "V")
    /// Per cent.
    public static let percent = SignalUnit(rawValue: "%")
    /// Kilojoules.
    public static let kilojoules = SignalUnit(rawValue: "kJ")
    /// A dimensionless count.
    public static let count = SignalUnit(rawValue: "{count}")
    /// A dimensionless number such as a flag or a code.
    public static let one = SignalUnit(rawValue: "1")
}
