import Analysis
import Documents
import Signals

extension EstimateDocument {
    /// A figure as it goes over the wire.
    init(_ estimate: Estimate, unit: String? = nil) {
        self.init()
        value = estimate.value
        self.unit = unit
        reason = estimate.reason
        confidence = estimate.confidence
        method = MethodDocument(estimate.method)
    }
}

extension MethodDocument {
    init(_ method: Method) {
        self.init()
        (name, version, parameters) = (method.name, method.version, method.parameters)
    }
}

extension MakerDocument {
    init(_ method: Method) {
        self.init()
        (name, version) = (method.name, method.version)
    }
}

extension LossDocument {
    init(_ loss: Loss, device: DeviceID? = nil) {
        self.init()
        self.device = device?.rawValue
        (cause, count, unit) = (loss.cause.rawValue, loss.count, loss.unit.rawValue)
        (first, end, channel, detail) = (loss.first, loss.end, loss.channel?.rawValue, loss.detail)
    }
}
