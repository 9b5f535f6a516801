import Signals

/// A column that `nightjar epochs` can print.
enum EpochMetric: String, CaseIterable {
    case enmo = "enmo_g"
    case mad = "mad_g"
    case angleZ = "angle_z_deg"
    case enmoa = "enmoa_g"

    /// The columns printed when none are asked for.
    static let standard: [EpochMetric] = [.enmo, .mad, .angleZ]

    /// The value of this column; nil when it is unknown.
    func value(of motion: Epoch.Motion) -> Double? {
        switch self {
        case .enmo: motion.enmo
        case .mad: motion.mad
        case .angleZ: motion.angleZ
        case .enmoa: motion.enmoa
        }
    }

    /// Reads names between commas.
    /// - Throws: `Failure` with code `usage` for a name that is none, with those there are.
    static func list(_ text: String, for arguments: Arguments) throws -> [EpochMetric] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let metric = EpochMetric(rawValue: String(name)) else {
                let known = allCases.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("“\(name)” is not a metric; there are \(known).")
            }
            return metric
        }
    }
}
