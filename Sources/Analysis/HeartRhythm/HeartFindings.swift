/// Sums over the beats of one window.
struct HeartFindings {
    var first = 0
    var end = 0
    var all = 0
    var accepted = 0
    var covered = 0.0
    var least = Double.infinity
    var most = 0.0
    var rateCoverage = 0.0
    var differences = 0
    var squares = 0.0
    var mean = 0.0
    var deviations = 0.0
    var hasIntervals: Bool { all > 0 }
}
