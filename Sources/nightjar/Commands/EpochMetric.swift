import Epochs
import Signals

/// A column of `nightjar epochs`.
enum EpochMetric: String, CaseIterable {
    case enmo = "enmo_g"
    case mad = "mad_g"
    case angleZ = "angle_z_deg"
    case enmoa = "enmoa_g"
    case hfen = "hfen_g"
    case countX = "count_x"
    case countY = "count_y"
    case countZ = "count_z"
    case vectorCount = "vm_count"
    case mims
    case zeroCrossings = "zcm"
    case timeAbove = "tat"
    case integral = "pim"
    case activityIndex = "activity_index"
    case steps
    case wear

    /// The columns printed when none are asked for.
    static let standard: [EpochMetric] = [.enmo, .mad, .angleZ]

    /// Which filtered measure it is of; nil for those that need none.
    var kind: MotionMetrics.Kind? {
        switch self {
        case .enmo, .mad, .angleZ, .enmoa, .wear: nil
        case .hfen: .hfen
        case .countX, .countY, .countZ, .vectorCount: .counts
        case .mims: .mims
        case .zeroCrossings, .timeAbove, .integral: .crossings
        case .activityIndex: .activityIndex
        case .steps: .steps
        }
    }

    /// Whether the values are whole numbers.
    var isWhole: Bool {
        switch self {
        case .countX, .countY, .countZ, .wear: true
        default: false
        }
    }

    /// The value of this column; nil when it is unknown.
    func value(of motion: Epoch.Motion, _ values: MotionValues, isWorn: Bool?) -> Double? {
        switch self {
        case .enmo: motion.enmo
        case .mad: motion.mad
        case .angleZ: motion.angleZ
        case .enmoa: motion.enmoa
        case .hfen: values.hfen
        case .countX: values.counts?.x
        case .countY: values.counts?.y
        case .countZ: values.counts?.z
        case .vectorCount: values.vectorMagnitude
        case .mims: values.mims
        case .zeroCrossings: values.zeroCrossings
        case .timeAbove: values.timeAboveThreshold
        case .integral: values.integral
        case .activityIndex: values.activityIndex
        case .steps: values.steps
        case .wear: isWorn.map { $0 ? 1 : 0 }
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
