import Signals

/// The streams of the Polar Measurement Data service, by the number that the device gives them (Polar BLE SDK,
/// Online Measurement, measurement types).
package enum PolarStream: UInt8, Hashable, Sendable, CaseIterable {
    case ecg = 0
    case ppg = 1
    case acceleration = 2
    /// Pulse to pulse intervals of the optical sensor.
    case ppi = 3
    case gyroscope = 5
    case magnetometer = 6
    case skinTemperature = 7
    case location = 10
    case pressure = 11
    case temperature = 12
    /// Heart rates that were recorded without a link.
    case offlineHeartRate = 14

    /// The stream of a type byte, whose bit 7 says that it was recorded without a link and bit 6 is reserved.
    package init?(type: UInt8) { self.init(rawValue: type & 0x3F) }

    /// The stream in words.
    var words: String {
        switch self {
        case .ecg: "ECG"
        case .ppg: "light signal"
        case .acceleration: "acceleration"
        case .ppi: "pulse intervals"
        case .gyroscope: "angular velocity"
        case .magnetometer: "magnetic field"
        case .skinTemperature: "skin temperature"
        case .location: "location"
        case .pressure: "pressure"
        case .temperature: "temperature"
        case .offlineHeartRate: "heart rate kept without a link"
        }
    }

    /// The channels that it brings.
    var channels: [Channel] {
        switch self {
        case .ecg: [.ecg]
        case .ppg: [.ppg]
        case .acceleration: [.acceleration]
        case .ppi: [.rrInterval]
        case .gyroscope: [.angularVelocity]
        case .magnetometer: [.magneticField]
        case .skinTemperature: [.skinTemperature]
        case .location: [.speed]
        case .pressure: [.pressure]
        case .temperature: [.temperature]
        case .offlineHeartRate: [.heartRate]
        }
    }
}
