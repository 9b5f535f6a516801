/// Who made a monitor, by the low byte of the maker's number, which is all that it tells (numbers of the FIT protocol,
/// which ANT+ shares).
enum AntMaker {
    private static let names: [UInt8: String] = [
        1: "Garmin", 23: "Suunto", 32: "Wahoo Fitness", 105: "Cosinuss", 107: "Magene", 115: "iGPSPORT",
        123: "Polar Electro", 131: "Chileaf", 135: "CooSpo", 142: "TAG Heuer",
    ]

    /// The name of a maker; nil for one that is not known here.
    static func name(_ id: UInt8) -> String? { names[id] }
}
