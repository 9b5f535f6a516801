import Companion
import Gateway
import Runtime
import Signals
import Store

/// Everything about reading and breathing.
enum ReadingRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        CognitiveRoutes.add(to: &router, gateway: gateway)
        BaselineRoutes.add(to: &router, gateway: gateway)
        RecommenderRoutes.add(to: &router, gateway: gateway)
        ReadingSessionRoutes.add(to: &router, gateway: gateway)
        BreathingRoutes.add(to: &router, gateway: gateway)
        ReadingTextRoutes.add(to: &router, gateway: gateway)
        RAGRoutes.add(to: &router, gateway: gateway)
    }
}
