import Glibc

/// The slow channels of a data sector, from the firmware's raw readings.
enum CWAConversions {
    /// Volts: the ten-bit reading of a 6 V scale, stored less 512.
    static func battery(_ raw: UInt8) -> Float { Float((Double(raw) + 512) * 6 / 1024) }

    /// Degrees Celsius: a MCP9700 (10 mV per degree, 500 mV at 0 °C) on a 3 V, ten-bit converter.
    static func temperature(_ raw: UInt16) -> Float { Float(Double(raw & 0x3FF) * 75 / 256 - 50) }

    /// Lux in front of the case, which lets only some through: a logarithmic APDS-9007 (10 µA per decade) on 100 kΩ,
    /// and on 10 kΩ in an AX6.
    static func light(_ raw: UInt16, isAX6: Bool) -> Float {
        let reading = Double(raw & 0x3FF) * (isAX6 ? 10 : 1)
        return Float(pow(10, reading * 3 / 1024))
    }
}
