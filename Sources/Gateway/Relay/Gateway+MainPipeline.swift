import Devices
import Signals

extension Gateway {
    /// The device that speaks for the wearer: one on a body before a replay before a synthetic one, one that streams
    /// before one that does not, and of a person's devices the one that is believed.
    var mainPipeline: DevicePipeline? {
        pipelines.min { rank($0) < rank($1) }
    }

    private func rank(_ pipeline: DevicePipeline) -> Int {
        let status = pipeline.status
        let origins: [DeviceDescription.Origin] = [.worn, .replayed, .synthetic]
        let origin = origins.firstIndex(of: status.device.origin) ?? origins.count
        return (status.link == .streaming ? 0 : 100) + 10 * origin + (pipeline.speaksForHeart ? 0 : 1)
    }
}
