package io.github.limiter.store;

import org.jspecify.annotations.Nullable;

/**
 * Members in the order in which they were added, each with its links inside itself: joining, leaving and finding the
 * eldest touch no other structure and allocate nothing.
 */
final class Ring<M extends Ring.Member<M>> {

    private @Nullable M eldest;
    private @Nullable M newest;
    private int size;

    /** What a member of a ring carries. */
    abstract static class Member<M extends Member<M>> {
        @Nullable
        M older;

        @Nullable
        M newer;
    }

    void add(M member) {
        M before = newest;
        member.older = before;
        member.newer = null;
        newest = member;
        if (before == null) {
            eldest = member;
        } else {
            before.newer = member;
        }
        size++;
    }

    void remove(M member) {
        M older = member.older;
        M newer = member.newer;
        if (older == null) {
            eldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        size--;
    }

    @Nullable
    M eldest() {
        return eldest;
    }

    int size() {
        return size;
    }
}
