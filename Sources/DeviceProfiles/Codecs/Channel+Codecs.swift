import Signals

// What the codecs measure beyond the channels that every part of the program knows.
extension Channel {
    /// Electrocardiogram, in microvolts.
    static let ecg = Channel(rawValue: "ecg")
    /// Light that came back from the skin, one value per sensor, as the sensor counts it.
    static let ppg = Channel(rawValue: "ppg")
    /// Three axes of the magnetic field, in gauss or microtesla as the unit says.
    static let magneticField = Channel(rawValue: "magnetic_field")
    /// The device's own bound for the error of an interval, in milliseconds.
    static let intervalError = Channel(rawValue: "interval_error")
    /// Air pressure, in millibar.
    static let pressure = Channel(rawValue: "pressure")
    /// Temperature of the skin, in degrees Celsius.
    static let skinTemperature = Channel(rawValue: "skin_temperature")
    /// Oxygen saturation, in percent.
    static let oxygenSaturation = Channel(rawValue: "oxygen_saturation")
    /// How much the wearer moves, in the device's own measure.
    static let movementIntensity = Channel(rawValue: "movement_intensity")
    /// Steps: since midnight, or of an epoch, as the device counts them.
    static let steps = Channel(rawValue: "steps")
    /// Battery charge, in percent.
    static let batteryLevel = Channel(rawValue: "battery_level")
    /// How often an optical sensor measures each channel for one sample.
    static let ppgIntegrations = Channel(rawValue: "ppg_integrations")
    /// The gains of an optical sensor's amplifiers, two for each channel.
    static let ppgGain = Channel(rawValue: "ppg_gain")
    /// The mode of an optical sensor, as its own code in two words.
    static let ppgMode = Channel(rawValue: "ppg_mode")
    /// The sport that was chosen on the device, as its own code in four words.
    static let sport = Channel(rawValue: "sport")
    /// Speed over ground, in metres per second.
    static let speed = Channel(rawValue: "speed")
    /// Distance since the device began to count, in metres.
    static let distance = Channel(rawValue: "distance")
    /// Height above the sea, in metres.
    static let altitude = Channel(rawValue: "altitude")
    /// Orientation, in the device's own code.
    static let orientation = Channel(rawValue: "orientation")
}

extension SignalUnit {
    /// Microvolts.
    static let microvolts = SignalUnit(rawValue: "uV")
    /// Gauss.
    static let gauss = SignalUnit(rawValue: "G")
    /// Microtesla.
    static let microtesla = SignalUnit(rawValue: "uT")
    /// Per hundred.
    static let percent = SignalUnit(rawValue: "%")
    /// Metres.
    static let metres = SignalUnit(rawValue: "m")
    /// Metres per second.
    static let metresPerSecond = SignalUnit(rawValue: "m/s")
    /// Millibar.
    static let millibar = SignalUnit(rawValue: "mbar")
}
