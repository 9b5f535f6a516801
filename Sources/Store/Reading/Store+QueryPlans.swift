package import Signals

/// SQLite's plan for a query.
package struct QueryPlan: Hashable, Sendable {
    /// The name of the query.
    package var name: String
    /// The steps of the plan.
    package var steps: [String]
}

extension Store {
    /// The plans of the queries that must stay fast however many years there are: each is to search by a key, and
    /// none to scan a table that grows.
    package func queryPlans() throws(Failure) -> [QueryPlan] {
        try readers.read { connection in
            var plans: [QueryPlan] = []
            for (name, sql) in Queries.named {
                let rows = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
                var steps: [String] = []
                while try rows.step() { steps.append(rows.text(3)) }
                plans.append(QueryPlan(name: name, steps: steps))
            }
            return plans
        }
    }
}

extension Queries {
    /// Every query, by its name.
    static let named: [(String, String)] = [
        ("sources", sources), ("epochs", epochs), ("epoch lengths", epochLength), ("beats", beats),
        ("readings", readings), ("losses", losses), ("channels", channels), ("streams", streams),
        ("raw blocks", blocks), ("raw tail", tail),
        ("nights", nights), ("night listing", nightListing), ("last night", lastNight),
        ("figures of days", dayFigures), ("totals of days", dayTotals),
        ("insight of a day", insightOfDay), ("insights", insights),
        ("what somebody chose of insights", insightChoice),
    ]
}
