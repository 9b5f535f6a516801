import Analysis
import Documents
import Gateway
import Runtime

extension ActivityHealthDocument {
    /// Whether analyses work.
    init(_ gateway: Gateway) {
        let (storeFault, modelFault) = (gateway.storeFault, gateway.actigraphy.modelFault)
        let installed = gateway.actigraphy.models.first
        self.init()
        state = storeFault == nil && modelFault == nil ? .healthy : .degraded
        time = UTCTime(gateway.configuration.clock.now)
        version = Version.current
        engine.state = storeFault == nil ? .healthy : .degraded
        engine.reason = storeFault
        engine.cacheSeconds = ActigraphyQueue.cacheSeconds
        model.state = installed == nil ? .notInstalled : modelFault == nil ? .installed : .damaged
        model.reason = modelFault
        model.name = installed?.rawValue
    }
}

extension ActivityModelsDocument {
    /// The models of the transformer, of which some are installed.
    init(_ installed: [PATModel]) {
        let largest = installed.first ?? .large
        self.init()
        (model, version, isInitialised) = (largest.rawValue, Version.current, !installed.isEmpty)
        capabilities = ["sleep_scoring", "rhythm"] + (installed.isEmpty ? [] : ["activity_embedding"])
        input.minutes = PATModel.minutes
        input.mostPoints = ActivityCountsRequest.mostPoints
        input.padding = "zeros before a shorter recording, after standardising"
        performance.width = PATModel.width
        performance.patchMinutes = largest.patch
        performance.layers = largest.layers
        performance.cacheSeconds = ActigraphyQueue.cacheSeconds
        self.installed = installed.map(\.rawValue)
    }
}
