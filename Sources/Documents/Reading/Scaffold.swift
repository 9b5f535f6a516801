/// How much help a reader gets, by how far the load is from where it should be.
public enum Scaffold: String, Word {
    /// More than 0.1 above the target.
    case increaseSupport = "increase_support"
    /// Within 0.1 of the target, the bounds with it.
    case maintain
    /// More than 0.1 below the target.
    case increaseChallenge = "increase_challenge"
}
