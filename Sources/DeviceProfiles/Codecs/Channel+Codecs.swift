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
    /// Steps: since midnight, or of an epoch, as the device counts them.
    static let steps = Channel(rawValue: "steps")
    /// Battery charge, in percent.
    static let batteryLevel = Channel(rawValue: "battery_level")
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
    /// Millibar.
    static let millibar = SignalUnit(rawValue: "mbar")
}
