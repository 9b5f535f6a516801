import CStaging
import Signals

/// The models that ship with the program.
///
/// Fitted on 23 people of Walch et al. 2019, "Motion and heart rate from a wrist-worn wearable and labeled sleep from
/// polysomnography", PhysioNet, doi 10.13026/hmhs-py35, Open Data Commons Attribution License 1.0.
enum StagingModel {
    /// Awake, light, deep and REM from heart rate with motion; nil in a program whose bytes were damaged.
    static let heartRate = read(nj_staging_heart_rate())
    /// Awake and asleep from motion; nil in a program whose bytes were damaged.
    static let motion = read(nj_staging_motion())

    private static func read(_ model: nj_staging_model) -> TreeEnsemble? {
        let bytes = Array(UnsafeBufferPointer(start: model.bytes, count: model.count))
        return try? TreeEnsemble(bytes.span.bytes)
    }
}
