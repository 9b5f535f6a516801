package import Signals

/// The battery in reply to `SAMPLE 1`.
package struct AxivityBattery: Hashable, Sendable {
    /// Voltage in volts.
    package var volts: Double
    /// Charge in percent, 0 ... 100, as the firmware sees it.
    package var percent: Int
    /// Whether the charger reports it as full.
    package var isFull: Bool

    /// Reads `$BATT=697,4083,mV,100,1`: raw value, millivolts, percent, full or not.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let fields = try AxivityFields(line, after: "$BATT=")
        let millivolts: UInt16 = try fields.number(1)
        let charge: Int16 = try fields.number(3)
        volts = Double(millivolts) / 1000
        percent = min(max(Int(charge), 0), 100)
        isFull = fields.text(4) == "1"
    }
}
