/// Who made a sensor, by the maker's number, of which heart rate monitors tell the low byte only (numbers of the FIT
/// protocol, which ANT+ shares).
enum AntMaker {
    private static let names: [UInt16: String] = [
        1: "Garmin", 23: "Suunto", 32: "Wahoo Fitness", 105: "Cosinuss", 107: "Magene", 115: "iGPSPORT",
        123: "Polar Electro", 131: "Chileaf", 135: "CooSpo", 142: "TAG Heuer",
    ]

    /// The name of a maker; nil for one that is not known here.
    static func name(_ id: UInt16) -> String? { names[id] }
}
